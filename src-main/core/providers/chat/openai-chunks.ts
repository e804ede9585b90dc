import { z } from 'zod'
import { isRecord, type Json } from '#shared/lib/json.ts'
import { type AnswerReader, type AnswerState, MISSING } from '../streaming/answer-reader.ts'
import { attachOpenAiUsage, findChunkUsage } from '../usage/openai-usage.ts'
import { CallReader } from './openai-calls.ts'
import { ThinkTags } from './think-tags.ts'

const Delta = z.looseObject({}).optional().catch(undefined)
const Choice = z.looseObject({ index: z.coerce.number().catch(0), delta: Delta, message: Delta })
type Choice = z.infer<typeof Choice>
const Chunk = z.looseObject({ choices: z.unknown().optional().transform(toList) })
const Completion = z.looseObject({ choices: z.tuple([Choice], z.unknown()) })

/** Reasons of answers that are complete. Others tell more: some servers send both. */
const PLAIN_REASONS: ReadonlySet<string> = new Set(['stop', 'tool_calls', 'function_call'])

/**
 * Turns the chunks of one streamed answer into what OpenAI documents. Servers differ in it: calls come
 * without an id or an index, arguments as an object, reasoning under several names or among the text,
 * usage inside of a choice or under other names. The finish reason comes last, and once: the client
 * would add several up.
 */
export class ChunkReader implements AnswerReader {
  readonly #calls = new CallReader()
  readonly #tags = new ThinkTags()
  readonly #details = new ReasoningDetails()
  /** What the chunks have in common. */
  #base: Json = {}
  /** The index of the choice that is read; others are ignored. */
  #choice: number | undefined
  #reason: string | undefined
  #isRefusal = false
  #endsWithUsage = false

  get state(): AnswerState {
    const isCounted = this.#endsWithUsage && this.#choice !== undefined
    return this.#reason !== undefined || isCounted ? 'ended' : 'open'
  }

  read(given: Json): readonly Json[] {
    const { choices: all, usage: _, ...base } = Chunk.parse(given)
    const usage = findChunkUsage(given)
    const choices = all.flatMap((choice) => this.#readChoice(Choice.catch(NO_CHOICE).parse(choice)))
    this.#base = { ...this.#base, ...base }
    this.#endsWithUsage = usage !== undefined && all.length === 0
    const counted = usage && { usage: attachOpenAiUsage(usage, base['service_tier']) }
    return [{ ...base, choices, ...counted }]
  }

  end(): readonly Json[] {
    const { reasoning: thought, text } = this.#tags.end()
    const details = this.#details.take()
    const delta = {
      ...toDelta({ thought, text, calls: this.#calls.end() }),
      ...(details.length > 0 && { reasoning_details: details }),
    }
    return [this.#toChunk(delta, this.#toReason())]
  }

  #toChunk(delta: Json, finish_reason: string): Json {
    const choice = { index: 0, delta: { role: 'assistant', ...delta }, finish_reason }
    return { ...this.#base, choices: [choice] }
  }

  #toReason(): string {
    const reason = this.#reason ?? MISSING
    if (this.#isRefusal && (reason === MISSING || reason === 'stop')) return REFUSAL
    return reason === 'function_call' ? 'tool_calls' : reason
  }

  #readChoice({ index, delta, message, finish_reason, text, ...rest }: Choice): readonly Json[] {
    this.#choice ??= index
    if (index !== this.#choice) return []
    // The old completions have plain text.
    const said = delta ?? message ?? { content: text }
    this.#readReason(finish_reason || said['finish_reason'])
    const read = { role: 'assistant', ...this.#readDelta(said) }
    return [{ ...rest, index: 0, finish_reason: null, delta: read }]
  }

  #readReason(given: unknown): void {
    if (typeof given !== 'string' || given === '') return
    const isPlainer = PLAIN_REASONS.has(given.toLowerCase()) && this.#reason !== undefined
    if (!isPlainer) this.#reason = given
  }

  #readDelta(delta: Json): Json {
    const { role: _, function_call: legacy, tool_calls: given, reasoning_details, ...rest } = delta
    const { content, refusal, finish_reason: __, ...others } = rest
    const calls = this.#calls.read(isRecord(legacy) ? { index: 0, function: legacy } : given)
    this.#details.add(reasoning_details)
    const parts = readContent(content)
    const refused = textOf(refusal) + parts.refusal
    this.#isRefusal ||= refused !== ''
    const spoken = this.#tags.read(parts.text)
    const held = calls.length > 0 ? this.#tags.end() : NO_TEXT
    const thought = readReasoning(delta) + parts.reasoning + spoken.reasoning + held.reasoning
    return {
      ...withoutReasoning(others),
      ...toDelta({ thought, text: spoken.text + held.text + refused, calls }),
    }
  }
}

const NO_CHOICE: Choice = { index: 0 }
const REFUSAL = 'refusal'
const NO_TEXT = { reasoning: '', text: '' }

interface Said {
  readonly thought: string
  readonly text: string
  readonly calls: readonly Json[]
}

function toDelta({ thought, text, calls }: Said): Json {
  return {
    ...(text !== '' && { content: text }),
    ...(thought !== '' && { reasoning_content: thought }),
    ...(calls.length > 0 && { tool_calls: calls }),
  }
}

/** Returns the chunks of an answer that came whole, or `undefined` if the body is no answer. */
export function toChunks(body: unknown): readonly Json[] | undefined {
  const parsed = Completion.safeParse(body)
  if (!parsed.success) return undefined
  const { choices, usage, ...base } = parsed.data
  const [{ message, delta, text, finish_reason = 'stop' }] = choices
  const answer = message ?? delta ?? (typeof text === 'string' ? { content: text } : undefined)
  if (!answer) return undefined
  const { tool_calls: calls, ...said } = answer
  const placed = toList(calls).map((call, index) => (isRecord(call) ? { ...call, index } : call))
  const whole = { ...said, ...(placed.length > 0 && { tool_calls: placed }) }
  return [
    { ...base, choices: [{ index: 0, delta: whole, finish_reason }] },
    ...(usage ? [{ ...base, choices: [], usage }] : []),
  ]
}

interface ContentParts {
  readonly text: string
  readonly reasoning: string
  readonly refusal: string
}

/** Reads content as text, or as a list of parts, which Mistral sends once it reasons. */
function readContent(content: unknown): ContentParts {
  const parts = typeof content === 'string' ? [{ text: content }] : toList(content).filter(isRecord)
  const isThought = ({ type, thinking }: Json) =>
    thinking !== undefined || /think|reason/.test(String(type))
  const join = (of: readonly Json[], ...names: readonly string[]) =>
    of.map((part) => names.map((name) => textOf(part[name])).find(Boolean) ?? '').join('')
  return {
    text: join(
      parts.filter((part) => !isThought(part)),
      'text',
    ),
    reasoning: join(parts.filter(isThought), 'thinking', 'reasoning', 'text'),
    refusal: join(parts, 'refusal'),
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  return toList(part)
    .map((one) => (isRecord(one) ? textOf(one['text']) : textOf(one)))
    .join('')
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}

/** By how common they are; some servers send the same text under two of these names. */
const FIELDS = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking']

/** Returns the reasoning in a piece of an answer, under whatever name it comes. */
function readReasoning(delta: Json): string {
  const found = FIELDS.map((name) => toReasoningText(delta[name])).find(Boolean)
  if (found !== undefined) return found
  const { reasoning_details: details } = delta
  if (!Array.isArray(details)) return ''
  return details
    .filter(isRecord)
    .map(({ text, summary }) => (isText(text) ? text : isText(summary) ? summary : ''))
    .join('')
}

function toReasoningText(value: unknown): string {
  if (typeof value === 'string') return value
  if (Array.isArray(value)) return value.map(toReasoningText).join('')
  if (!isRecord(value)) return ''
  return toReasoningText(value['text'] ?? value['content'] ?? value['summary'] ?? value['thinking'])
}

/** Leaves out the fields that hold no text: the client can't read them. */
function withoutReasoning(delta: Json): Json {
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
class ReasoningDetails {
  #details: Json[] = []

  add(given: unknown): void {
    if (!Array.isArray(given)) return
    for (const one of given.filter(isRecord)) {
      const at = this.#details.findIndex((known) => isSame(known, one))
      const known = this.#details[at]
      if (known) this.#details[at] = merge(known, one)
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

function merge(one: Json, other: Json): Json {
  const added = Object.entries(other).map(([name, value]) => {
    const before = one[name]
    return [
      name,
      isText(value) && isText(before) && GROWING.has(name) ? before + value : (value ?? before),
    ]
  })
  return { ...one, ...Object.fromEntries(added) }
}
