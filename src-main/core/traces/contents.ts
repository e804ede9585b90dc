import { z } from 'zod'
import type { EventFor } from '#shared/events/index.ts'
import type { StoredJson, StoredText } from '#shared/events/value.ts'
import { type MessageKind, readStoredMessage } from '#shared/json/stored-message.ts'
import type { Hash, SpanId } from '#shared/lib/ids.ts'
import { parseJson } from '#shared/lib/json.ts'
import type { Redaction } from '../redaction/redaction.ts'
import type { Attributes } from './run-spans.ts'

/** What of the words of a run goes with its spans. */
export interface Contents {
  ofInput(event: EventFor<'input.received'>): Attributes
  ofTask(event: EventFor<'agent.started'>): Attributes
  ofRequest(event: EventFor<'model.started'>): Attributes
  /** A piece of an answer. */
  hear(event: EventFor<'model.delta'>): void
  ofAnswer(event: EventFor<'model.ended'>): Attributes
  ofArguments(event: EventFor<'tool.started'>): Attributes
  ofResult(event: EventFor<'tool.ended'>): { error?: string; attributes?: Attributes }
}

/** Nothing of it: what holds unless a person asks for more. */
export const noContents: Contents = {
  ofInput: () => ({}),
  ofTask: () => ({}),
  ofRequest: () => ({}),
  hear: () => undefined,
  ofAnswer: () => ({}),
  ofArguments: () => ({}),
  ofResult: () => ({}),
}

/** The standard variable that has contents go along; any of its values but those that say no. */
const VARIABLE = 'OTEL_INSTRUMENTATION_GENAI_CAPTURE_MESSAGE_CONTENT'
const ON_SPANS: ReadonlySet<string> = new Set(['true', 'span_only', 'span_and_event'])

export function capturesContents(env: Readonly<Record<string, string | undefined>>): boolean {
  return ON_SPANS.has(env[VARIABLE]?.toLowerCase() ?? '')
}

type Part = Readonly<Record<string, unknown>>

type Redacting = Pick<Redaction, 'text' | 'value'>

/**
 * All of it, redacted, as the conventions write it. `readText` gives what a session keeps apart. Redacts
 * before it writes JSON, so that what it writes can be read.
 */
export function allContents(
  readText: (hash: Hash) => string | undefined,
  redaction: Redacting,
): Contents {
  const answers = new Map<SpanId, string>()
  const wholeOf = (stored: StoredText | undefined) => {
    const whole = typeof stored === 'object' ? readText(stored.ref) : stored
    return whole === undefined ? undefined : redaction.text(whole)
  }
  const toMessage = keepRecent((hash) => {
    const message = readMessage(readText(hash))
    return message && redactJson(message, redaction)
  })
  return {
    ofInput: ({ data }) => messages('input', [{ role: 'user', parts: [text(wholeOf(data.text))] }]),
    ofTask: ({ data }) => {
      const task = wholeOf(data.task)
      return task === undefined ? {} : messages('input', [{ role: 'user', parts: [text(task)] }])
    },
    ofRequest: ({ data }) => {
      const all = data.request.messages.map(toMessage)
      return messages(
        'input',
        all.filter((one) => one !== undefined),
      )
    },
    hear: ({ spanId, data }) => {
      if (spanId && data.channel === 'text')
        answers.set(spanId, (answers.get(spanId) ?? '') + data.text)
    },
    ofAnswer: ({ spanId, data }) => {
      const said = redaction.text((spanId && answers.get(spanId)) ?? '')
      if (spanId) answers.delete(spanId)
      const calls = (data.tools ?? []).map((name) => ({ type: 'tool_call', name }))
      const parts = [...(said ? [text(said)] : []), ...calls]
      const finish_reason = data.finishReason ?? data.outcome
      return messages('output', [{ role: 'assistant', parts, finish_reason }])
    },
    ofArguments: ({ data }) =>
      named('gen_ai.tool.call.arguments', redactArguments(data.args, { readText, redaction })),
    ofResult: ({ data: { result, error } }) => ({
      ...(error !== undefined && { error }),
      attributes: named('gen_ai.tool.call.result', wholeOf(result)),
    }),
  }
}

/** A request holds all messages before it, so that each is redacted once rather than for each request. */
const RECENT = 500

function keepRecent<T>(read: (hash: Hash) => T): (hash: Hash) => T {
  const recent = new Map<Hash, T>()
  return (hash) => {
    const known = recent.get(hash)
    if (known !== undefined) return known
    const value = read(hash)
    recent.set(hash, value)
    const [oldest] = recent.keys()
    if (recent.size > RECENT && oldest !== undefined) recent.delete(oldest)
    return value
  }
}

function redactArguments(
  stored: StoredJson,
  {
    readText,
    redaction,
  }: {
    readonly readText: (hash: Hash) => string | undefined
    readonly redaction: Redacting
  },
): string | undefined {
  if ('json' in stored) return JSON.stringify(redactJson(stored.json, redaction))
  const whole = readText(stored.ref)
  const data = whole === undefined ? undefined : parseJson(whole)
  if (data === undefined) return whole === undefined ? undefined : redaction.text(whole)
  return JSON.stringify(redactJson(data, redaction))
}

/** Redacts every text in plain data. A text under a name such as `password` is a secret by its name. */
function redactJson<T>(data: T, redaction: Redacting): T {
  // Only texts change, so it is of the type it was.
  return redactField('', data, redaction) as T
}

function redactField(name: string, data: unknown, redaction: Redacting): unknown {
  if (typeof data === 'string') return redaction.value(name, data)
  if (typeof data !== 'object' || data === null) return data
  if (Array.isArray(data)) return data.map((item) => redactField(name, item, redaction))
  const entries = Object.entries(data)
  return Object.fromEntries(
    entries.map(([key, field]) => [redaction.text(key), redactField(key, field, redaction)]),
  )
}

function text(content: string | undefined): Part {
  return { type: 'text', content: content ?? '' }
}

function messages(way: 'input' | 'output', all: readonly Part[]): Attributes {
  return { [`gen_ai.${way}.messages`]: JSON.stringify(all) }
}

function named(name: string, value: string | undefined): Attributes {
  return value === undefined ? {} : { [name]: value }
}

const Block = z.union([
  z.string(),
  z.looseObject({ type: z.string(), text: z.string().optional() }),
])

const Content = z.union([z.string(), z.array(Block)]).catch('')

const roles: Readonly<Partial<Record<MessageKind, string>>> = {
  system: 'system',
  human: 'user',
  ai: 'assistant',
  tool: 'tool',
}

function readMessage(json: string | undefined): Part | undefined {
  const stored = readStoredMessage(json ?? '')
  if (!stored) return undefined
  const { kind, tool_call_id: id, tool_calls: calls } = stored
  const content = Content.parse(stored.content)
  const role = roles[kind] ?? 'user'
  const said = typeof content === 'string' ? content : content.map(textOf).join('')
  if (role === 'tool') return { role, parts: [{ type: 'tool_call_response', id, response: said }] }
  const asked = calls.map((call) => ({
    type: 'tool_call',
    id: call.id,
    name: call.name,
    arguments: call.args,
  }))
  return { role, parts: [...(said ? [text(said)] : []), ...asked] }
}

function textOf(block: z.infer<typeof Block>): string {
  return typeof block === 'string' ? block : (block.text ?? '')
}
