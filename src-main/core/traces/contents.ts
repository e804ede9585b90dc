import { z } from 'zod'
import type { EventFor } from '#shared/events/index.ts'
import type { StoredJson, StoredText } from '#shared/events/value.ts'
import type { Hash, SpanId } from '#shared/ids.ts'
import { parseJson } from '#shared/lib/parse-json.ts'
import type { Attributes } from './trace-span.ts'

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

/** All of it, as the conventions write it. `readText` gives what a session keeps apart. */
export function allContents(readText: (hash: Hash) => string | undefined): Contents {
  const answers = new Map<SpanId, string>()
  const wholeOf = (text: StoredText) => (typeof text === 'string' ? text : readText(text.ref))
  const jsonOf = (stored: StoredJson) =>
    'json' in stored ? JSON.stringify(stored.json) : readText(stored.ref)
  return {
    ofInput: ({ data }) => messages('input', [{ role: 'user', parts: [text(wholeOf(data.text))] }]),
    ofTask: ({ data }) => {
      const task = data.task && wholeOf(data.task)
      return task === undefined ? {} : messages('input', [{ role: 'user', parts: [text(task)] }])
    },
    ofRequest: ({ data }) =>
      messages(
        'input',
        data.request.messages
          .map((hash) => toMessage(readText(hash)))
          .filter((one) => one !== undefined),
      ),
    hear: ({ spanId, data }) => {
      if (spanId && data.channel === 'text')
        answers.set(spanId, (answers.get(spanId) ?? '') + data.text)
    },
    ofAnswer: ({ spanId, data }) => {
      const said = (spanId && answers.get(spanId)) ?? ''
      if (spanId) answers.delete(spanId)
      const calls = (data.tools ?? []).map((name) => ({ type: 'tool_call', name }))
      const parts = [...(said ? [text(said)] : []), ...calls]
      const finish_reason = data.finishReason ?? data.outcome
      return messages('output', [{ role: 'assistant', parts, finish_reason }])
    },
    ofArguments: ({ data }) => named('gen_ai.tool.call.arguments', jsonOf(data.args)),
    ofResult: ({ data: { result, error } }) => ({
      ...(error !== undefined && { error }),
      attributes: named('gen_ai.tool.call.result', result && wholeOf(result)),
    }),
  }
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

/** A message as the log keeps it, which is as LangChain writes it. */
const Stored = z.object({
  id: z.array(z.string()),
  kwargs: z.object({
    content: z.union([z.string(), z.array(Block)]).catch(''),
    tool_call_id: z.string().optional().catch(undefined),
    tool_calls: z
      .array(z.object({ id: z.string().optional(), name: z.string(), args: z.unknown() }))
      .catch([]),
  }),
})

const ROLES = [
  ['System', 'system'],
  ['Human', 'user'],
  ['AI', 'assistant'],
  ['Tool', 'tool'],
] as const

function toMessage(json: string | undefined): Part | undefined {
  const stored = Stored.safeParse(parseJson(json ?? '')).data
  if (!stored) return undefined
  const { content, tool_call_id: id, tool_calls: calls } = stored.kwargs
  const kind = stored.id.at(-1) ?? ''
  const role = ROLES.find(([beginning]) => kind.startsWith(beginning))?.[1] ?? 'user'
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
