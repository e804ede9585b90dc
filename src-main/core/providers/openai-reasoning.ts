import { isRecord, type Json } from './is-record.ts'

/** By how common they are; some servers send the same text under two of these names. */
const FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking']

/** Returns the reasoning in a piece of an answer, under whatever name it comes. */
export function readReasoning(delta: Json): string {
  const found = FIELDS.map((name) => textOf(delta[name])).find(Boolean)
  if (found !== undefined) return found
  const { reasoning_details: details } = delta
  if (!Array.isArray(details)) return ''
  return details
    .filter(isRecord)
    .map(({ text, summary }) => (isText(text) ? text : isText(summary) ? summary : ''))
    .join('')
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(textOf).join('')
  if (!isRecord(value)) return ''
  return textOf(value['text'] ?? value['content'] ?? value['summary'] ?? value['thinking'])
}

/** Leaves out the fields that hold no text: the client can't read them. */
export function withoutReasoning(delta: Json): Json {
  const entries = Object.entries(delta)
  return Object.fromEntries(
    entries.filter(([name, value]) => !FIELDS.includes(name) || isText(value)),
  )
}

function isText(value: unknown): value is string {
  return typeof value === 'string' && value !== ''
}

/** These grow from piece to piece; the other fields of a detail repeat. */
const GROWING: ReadonlySet<string> = new Set(['text', 'summary', 'data'])

/** Collects OpenRouter's details of reasoning, which go back to the server as they were. */
export class ReasoningDetails {
  #details: Json[] = []

  add(given: unknown): void {
    if (!Array.isArray(given)) return
    for (const one of given.filter(isRecord)) {
      const at = this.#details.findIndex((known) => isSame(known, one))
      const known = this.#details[at]
      if (known) this.#details[at] = join(known, one)
      else this.#details.push(one)
    }
  }

  /** Returns what was added since the last call. */
  take(): readonly Json[] {
    const taken = this.#details
    this.#details = []
    return taken
  }
}

function isSame(one: Json, other: Json): boolean {
  return (
    one['index'] !== undefined && one['index'] === other['index'] && one['type'] === other['type']
  )
}

function join(one: Json, other: Json): Json {
  const added = Object.entries(other).map(([name, value]) => {
    const before = one[name]
    return [
      name,
      isText(value) && isText(before) && GROWING.has(name) ? before + value : (value ?? before),
    ]
  })
  return { ...one, ...Object.fromEntries(added) }
}
