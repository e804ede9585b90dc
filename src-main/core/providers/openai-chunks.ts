import { z } from 'zod'
import { type AnswerReader, type AnswerState, MISSING } from './answer-reader.ts'
import { isRecord, type Json } from './is-record.ts'
import { CallReader } from './openai-calls.ts'
import { ReasoningDetails, readReasoning, withoutReasoning } from './openai-reasoning.ts'
import { ThinkTags } from './think-tags.ts'

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

const Choice = z.looseObject({
  index: z.unknown().optional(),
  delta: z.looseObject({}).optional().catch(undefined),
  message: z.looseObject({}).optional().catch(undefined),
  finish_reason: z.string().catch(''),
})
type Choice = z.infer<typeof Choice>
const Chunk = z.looseObject({ choices: z.array(z.looseObject({})).catch([]) })
const Completion = z.looseObject({
  choices: z.tuple([z.looseObject({ message: z.looseObject({}) })], z.unknown()),
})

/**
 * Turns the chunks of one streamed answer into what OpenAI documents. Servers differ in it: calls come
 * without an id or an index, arguments as an object, reasoning under several names or among the text,
 * usage inside of a choice or under other names.
 */
export class ChunkReader implements AnswerReader {
  readonly #calls = new CallReader()
  readonly #tags = new ThinkTags()
  readonly #details = new ReasoningDetails()
  /** The index of the choice that is read; others are ignored. */
  #choice: { readonly index: unknown } | undefined
  #isRefusal = false
  #hasReason = false
  #hasText = false
  #endsWithUsage = false

  get state(): AnswerState {
    return this.#hasReason || (this.#endsWithUsage && this.#hasText) ? 'ended' : 'open'
  }

  read(given: Json): readonly Json[] {
    const chunk = Chunk.parse(given)
    const usage = findUsage(chunk)
    const choices = chunk.choices.flatMap((choice) => this.#readChoice(Choice.parse(choice)))
    this.#endsWithUsage = usage !== undefined && chunk.choices.length === 0
    this.#hasText ||= choices.length > 0
    return [{ ...chunk, choices, ...(usage && { usage: readUsage(usage) }) }]
  }

  end(): readonly Json[] {
    const delta = this.#rest()
    if (this.#hasReason && Object.keys(delta).length === 0) return []
    const finish_reason = this.#hasReason ? null : this.#isRefusal ? REFUSAL : MISSING
    return [{ choices: [{ index: 0, delta: { role: 'assistant', ...delta }, finish_reason }] }]
  }

  #readChoice(choice: Choice): readonly Json[] {
    this.#choice ??= { index: choice.index }
    if (choice.index !== this.#choice.index) return []
    const { delta, message, ...rest } = choice
    const read = this.#readDelta(delta ?? message ?? {})
    const reason = this.#readReason(choice.finish_reason)
    const left = reason === null ? {} : this.#rest()
    const joined = joinDeltas(read, left)
    return [{ ...rest, index: 0, finish_reason: reason, delta: { role: 'assistant', ...joined } }]
  }

  /** The client adds reasons up: each answer has one. */
  #readReason(given: string): string | null {
    if (given === '' || this.#hasReason) return null
    this.#hasReason = true
    if (given === 'function_call') return 'tool_calls'
    return this.#isRefusal ? REFUSAL : given
  }

  #readDelta(delta: Json): Json {
    const { role: _, function_call: legacy, tool_calls: given, reasoning_details, ...rest } = delta
    const { content, refusal, ...others } = rest
    const calls = this.#calls.read(isRecord(legacy) ? { index: 0, function: legacy } : given)
    this.#details.add(reasoning_details)
    const parts = readContent(content)
    const refused = typeof refusal === 'string' ? refusal : ''
    this.#isRefusal ||= refused !== ''
    const spoken = this.#tags.read(parts.text)
    const held = calls.length > 0 ? this.#tags.end() : NO_TEXT
    const thought = readReasoning(delta) + parts.reasoning + spoken.reasoning + held.reasoning
    return {
      ...withoutReasoning(others),
      ...toDelta({ thought, text: spoken.text + held.text + refused, calls }),
    }
  }

  /** What was held back until the end. */
  #rest(): Json {
    const { reasoning: thought, text } = this.#tags.end()
    const details = this.#details.take()
    return {
      ...toDelta({ thought, text, calls: this.#calls.end() }),
      ...(details.length > 0 && { reasoning_details: details }),
    }
  }
}

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

function joinDeltas(one: Json, other: Json): Json {
  const join = (name: string) => `${one[name] ?? ''}${other[name] ?? ''}`
  const calls = [...toList(one['tool_calls']), ...toList(other['tool_calls'])]
  const said = { thought: join('reasoning_content'), text: join('content') }
  return { ...one, ...other, ...toDelta({ ...said, calls: calls.filter(isRecord) }) }
}

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
function readContent(content: unknown): { readonly text: string; readonly reasoning: string } {
  if (typeof content === 'string') return { text: content, reasoning: '' }
  const parts = toList(content).filter(isRecord)
  return {
    text: parts.map(({ text }) => textOf(text)).join(''),
    reasoning: parts.map(({ thinking }) => textOf(thinking)).join(''),
  }
}

function textOf(part: unknown): string {
  if (typeof part === 'string') return part
  return toList(part)
    .map((one) => (isRecord(one) ? textOf(one['text']) : ''))
    .join('')
}

function toList(value: unknown): readonly unknown[] {
  if (Array.isArray(value)) return value
  return isRecord(value) ? [value] : []
}
