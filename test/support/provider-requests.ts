import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { isJson, type Json } from './model-formats/format.ts'
import type { ModelRequest, Reply } from './model-server.ts'
import { baseUrlsAt, openRunFixture } from './run-fixture.ts'

/** What a provider's client sends, read from a request that it made. */
export interface ObservedRequest {
  /** Behind the base address. */
  readonly path: string
  readonly keyHeader: string | undefined
  /** Where the system prompt stands: a field of the body, or the role of a message. */
  readonly system: string
  readonly streamOptions: Json | undefined
  readonly limits: Readonly<Record<string, number>>
  /** The ids of calls as the model sent them, and as they came back. */
  readonly callIds: readonly (readonly [received: string, sent: string | undefined])[]
  /** The field in which a call's reasoning came back. */
  readonly reasoningField: string | undefined
  /** What came back in that field with a call that had no reasoning. */
  readonly reasoningPlaceholder: string | undefined
  /** The field in which the model's signature of its reasoning or call came back. */
  readonly signatureField: string | undefined
  readonly image: 'in the result' | 'in a user message' | undefined
  readonly messageNames: readonly string[]
  /** Fields of the body that have a cache breakpoint, with their number. */
  readonly cacheBreakpoints: Readonly<Record<string, number>>
  /** Whether the model's reasoning was read from its answer. */
  readonly isReasoningRead: boolean
  /** Why the model stopped, at a tool call and at the end of its answer. */
  readonly finishReasons: readonly string[]
}

const PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const REASONING = 'Where is the dot?'
const CALL_IDS = ['call_1', 'functions.read_file:1'] as const
const LIMITS = ['max_tokens', 'max_completion_tokens', 'maxOutputTokens', 'num_ctx'] as const

/** Runs an agent that reads an image and a text in two steps, and returns what its third request has. */
export async function observeRequest(model: string): Promise<ObservedRequest> {
  const [first, second] = CALL_IDS
  const replies: readonly Reply[] = [
    { reasoning: REASONING, calls: [read('dot.png', first)] },
    { calls: [read('a.txt', second)] },
  ]
  const script = (_: ModelRequest, number: number) => replies[number - 1] ?? { text: 'Seen.' }
  await using fixture = await openRunFixture({ model, script })
  writeFileSync(join(fixture.root, 'dot.png'), Buffer.from(PNG, 'base64'))
  const ended = await fixture.prompt('look')
  const request = fixture.server.requests[2]
  if (ended.outcome !== 'ok' || !request) throw new Error(`${model} didn't finish its run.`)
  const [provider = ''] = model.split(':')
  const base = new URL(baseUrlsAt(fixture.server)[provider] ?? '').pathname.replace(/\/$/, '')
  const deltas = fixture.of('model.delta').map(({ data }) => data)
  const ends = fixture.of('model.ended').flatMap(({ data }) => data.finishReason ?? [])
  return {
    path: request.path.slice(base.length),
    isReasoningRead: deltas.some(
      ({ channel, text }) => channel === 'reasoning' && text === REASONING,
    ),
    finishReasons: [...new Set(ends)],
    ...describe(request),
  }
}

function read(file: string, id: string) {
  return { name: 'read_file', args: { file_path: `/workspace/${file}` }, id }
}

type InBody = Omit<ObservedRequest, 'path' | 'isReasoningRead' | 'finishReasons'>

function describe(request: ModelRequest): InBody {
  const { body, headers } = request
  const places = [...walk(body)]
  const reasoning = places.find(({ value }) => value === REASONING)
  const field = reasoning?.keys.findLast((key) => !/^(?:\d+|text)$/.test(key))
  const thoughts = places.filter(({ keys }) => field !== undefined && keys.at(-1) === field)
  return {
    keyHeader: Object.keys(headers).find((name) => String(headers[name]).includes('sk-test-key')),
    system: findSystem(body),
    streamOptions: isJson(body['stream_options']) ? body['stream_options'] : undefined,
    limits: findLimits(places),
    callIds: findCallIds(request),
    reasoningField: field,
    signatureField: places.find(({ value }) => isSignature(value))?.keys.at(-1),
    reasoningPlaceholder: thoughts.flatMap(({ value }) =>
      typeof value === 'string' && value !== REASONING ? value : [],
    )[0],
    image: findImage(places),
    messageNames: places.flatMap(({ value }) =>
      isJson(value) && 'role' in value && 'name' in value ? String(value['name']) : [],
    ),
    cacheBreakpoints: countBreakpoints(places),
  }
}

/** As the scripted servers sign. */
function isSignature(value: unknown): boolean {
  return typeof value === 'string' && /^signed(?: read_file)?$/.test(value)
}

interface Place {
  readonly keys: readonly string[]
  readonly value: unknown
  /** The records around it, from the outside. */
  readonly around: readonly Json[]
}

function* walk(
  value: unknown,
  keys: readonly string[] = [],
  around: readonly Json[] = [],
): Generator<Place> {
  yield { keys, value, around }
  const inside = isJson(value) ? [...around, value] : around
  const entries = typeof value === 'object' && value !== null ? Object.entries(value) : []
  for (const [key, each] of entries) yield* walk(each, [...keys, key], inside)
}

function findSystem(body: Json): string {
  const field = ['system', 'systemInstruction', 'instructions'].find((name) => body[name])
  if (field !== undefined) return `\`${field}\``
  const first = [...walk(body)].find(({ value }) => isJson(value) && 'role' in value)
  return `a \`${isJson(first?.value) ? first.value['role'] : ''}\` message`
}

function findLimits(places: readonly Place[]): Readonly<Record<string, number>> {
  const found = places.flatMap(({ keys, value }) => {
    const name = LIMITS.find((each) => each === keys.at(-1))
    const isOption = !keys.some((key) => /^(?:messages|input|contents|tools)$/.test(key))
    return name && isOption && typeof value === 'number' ? [[name, value] as const] : []
  })
  return Object.fromEntries(found)
}

function findCallIds({ messages }: ModelRequest): ObservedRequest['callIds'] {
  const sent = messages.filter(({ role }) => role === 'tool').flatMap(({ callIds }) => callIds)
  return CALL_IDS.map((id, index) => [id, sent[index]] as const)
}

function findImage(places: readonly Place[]): ObservedRequest['image'] {
  const found = places.find(({ value }) => typeof value === 'string' && value.includes(PNG))
  if (!found) return undefined
  return found.around.some(({ type }) => type === 'tool_result')
    ? 'in the result'
    : 'in a user message'
}

function countBreakpoints(places: readonly Place[]): Readonly<Record<string, number>> {
  const counts: Record<string, number> = {}
  for (const { keys } of places) {
    const [top = ''] = keys
    const field = top === 'cache_control' ? 'request' : top
    if (keys.at(-1) === 'cache_control') counts[field] = (counts[field] ?? 0) + 1
  }
  return counts
}
