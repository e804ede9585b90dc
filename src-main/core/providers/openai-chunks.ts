import { z } from 'zod'
import { newCallId } from './call-ids.ts'
import { isRecord, type Json } from './is-record.ts'

/** Servers write numbers as strings, and null for what they don't count. */
const Count = z.coerce.number().nonnegative().catch(0)
const Details = z.looseObject({}).catch({})
const Usage = z.looseObject({
  prompt_tokens: Count,
  completion_tokens: Count,
  total_tokens: Count,
  prompt_tokens_details: Details,
  completion_tokens_details: Details,
})

/** A call, or a piece of one. Each field may be absent, `null` or of another type than documented. */
const Call = z.looseObject({
  index: z.number().optional().catch(undefined),
  id: z.string().min(1).optional().catch(undefined),
  function: z.looseObject({}).catch({}),
})
type Call = z.infer<typeof Call>

const Choice = z.looseObject({ delta: z.looseObject({}).catch({}) })
const Chunk = z.looseObject({ choices: z.array(z.looseObject({})).catch([]) })
const Completion = z.looseObject({
  choices: z.tuple([z.looseObject({ message: z.looseObject({}) })], z.unknown()),
})

/**
 * Turns the chunks of one streamed answer into what OpenAI documents. Servers differ in it: calls come
 * without an id or a place, arguments as an object, reasoning among the content, usage inside of a
 * choice or under names of their own.
 */
export class ChunkReader {
  /** The ids of the calls so far, by their place in the answer. */
  readonly #calls = new Map<number, string>()

  read(chunk: unknown): unknown {
    const parsed = Chunk.safeParse(chunk)
    if (!parsed.success) return chunk
    const { data } = parsed
    const usage = findUsage(data)
    return {
      ...data,
      choices: data.choices.map((choice) => this.#readChoice(choice)),
      ...(usage && { usage: readUsage(usage) }),
    }
  }

  #readChoice(choice: Json): Json {
    const { delta } = Choice.parse(choice)
    const { function_call: legacy, tool_calls: given, content, ...rest } = delta
    const calls = isRecord(legacy) ? [{ index: 0, function: legacy }] : toList(given)
    const reason = choice['finish_reason'] === 'function_call' && { finish_reason: 'tool_calls' }
    const called = calls.length > 0 && { tool_calls: calls.map((call) => this.#readCall(call)) }
    // Some servers never say who speaks: without a role, the client drops the text.
    const said = { role: 'assistant', ...rest, ...readContent(content), ...called }
    return { ...choice, ...reason, delta: said }
  }

  #readCall(given: unknown): Json {
    const { index: place, id, function: named, ...rest } = Call.catch(NO_CALL).parse(given)
    const index = place ?? this.#placeOf(id, named)
    const isFirst = !this.#calls.has(index)
    const callId = id ?? newCallId()
    if (isFirst) this.#calls.set(index, callId)
    const { name, arguments: args } = named
    const function_ = { ...(name ? { name } : {}), arguments: toText(args) }
    return { ...rest, index, ...(isFirst && { id: callId }), function: function_ }
  }

  /** Where a piece says no place: a name or an id of its own begins the next call. */
  #placeOf(id: string | undefined, { name }: Json): number {
    const known = [...this.#calls].find(([, callId]) => callId === id)
    if (known) return known[0]
    const last = this.#calls.size - 1
    return name || id || last < 0 ? last + 1 : last
  }
}

const NO_CALL: Call = { function: {} }

/** The chunks of an answer that came whole although a stream was asked for; `undefined`: it is none. */
export function toChunks(body: unknown): readonly Json[] | undefined {
  const parsed = Completion.safeParse(body)
  if (!parsed.success) return undefined
  const { choices, usage, ...base } = parsed.data
  const [{ message, finish_reason: reason = 'stop' }] = choices
  const { tool_calls: calls, ...said } = message
  const placed = toList(calls).map((call, index) => (isRecord(call) ? { ...call, index } : call))
  const delta = { ...said, ...(placed.length > 0 && { tool_calls: placed }) }
  return [
    { ...base, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...base, choices: [{ index: 0, delta: {}, finish_reason: reason }] },
    ...(usage ? [{ ...base, choices: [], usage }] : []),
  ]
}

/** Kimi has it in the choice, Groq beside. */
function findUsage({ usage, choices, x_groq: groq }: Json): Json | undefined {
  if (isRecord(usage)) return usage
  const [choice] = toList(choices)
  return [choice, groq].flatMap((one) => (isRecord(one) ? one['usage'] : [])).find(isRecord)
}

/** As OpenAI counts: cached tokens are part of the prompt's, reasoning is part of the completion's. */
function readUsage(given: Json): Json {
  const usage = Usage.parse(given)
  const { prompt_tokens: prompt, completion_tokens: completion, total_tokens: total } = usage
  const input = usage.prompt_tokens_details
  const output = usage.completion_tokens_details
  const cached = Count.parse(
    // As DeepSeek and Kimi name it.
    input['cached_tokens'] ?? usage['prompt_cache_hit_tokens'] ?? usage['cached_tokens'],
  )
  const reasoning = Count.parse(output['reasoning_tokens'] ?? usage['reasoning_tokens'])
  // xAI counts reasoning beside the completion: the total tells.
  const isBeside = reasoning > 0 && total === prompt + completion + reasoning
  return {
    ...usage,
    completion_tokens: completion + (isBeside ? reasoning : 0),
    prompt_tokens_details: { ...input, cached_tokens: Math.min(cached, prompt) },
    completion_tokens_details: { ...output, reasoning_tokens: reasoning },
  }
}

/** Mistral sends a list of parts once it reasons. */
function readContent(content: unknown): Json {
  if (!Array.isArray(content)) return content === undefined ? {} : { content }
  const reasoning = content.map((part) => (isRecord(part) ? textOf(part['thinking']) : '')).join('')
  const text = content.map((part) => (isRecord(part) ? textOf(part['text']) : '')).join('')
  return { content: text, ...(reasoning !== '' && { reasoning_content: reasoning }) }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  return toList(part)
    .map((one) => (isRecord(one) ? textOf(one['text']) : ''))
    .join('')
}

function toText(args: unknown): string {
  if (typeof args === 'string') return args
  return args === null || args === undefined ? '' : JSON.stringify(args)
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}
