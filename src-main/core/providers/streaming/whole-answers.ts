import { z } from 'zod'
import type { Json } from '#shared/lib/json.ts'

const AnthropicBlock = z.looseObject({ type: z.string() })
const AnthropicMessage = z.looseObject({
  type: z.literal('message'),
  content: z.array(AnthropicBlock),
  stop_reason: z.string().nullish(),
  usage: z.looseObject({}).optional(),
})
type AnthropicBlock = z.infer<typeof AnthropicBlock>

/** Returns the events that Anthropic would stream for a message, or `undefined` if it isn't one. */
export function toAnthropicEvents(body: unknown): readonly Json[] | undefined {
  const message = AnthropicMessage.safeParse(body).data
  if (!message) return undefined
  const { content, stop_reason = 'end_turn', usage = {}, ...rest } = message
  // The client adds both counts of output.
  const started = { ...usage, output_tokens: 0 }
  const start = { ...rest, content: [], stop_reason: null, usage: started }
  return [
    { type: 'message_start', message: start },
    ...content.flatMap(toBlockEvents),
    { type: 'message_delta', delta: { stop_reason }, usage },
    { type: 'message_stop' },
  ]
}

function toBlockEvents(block: AnthropicBlock, index: number): readonly Json[] {
  const { start, deltas } = splitBlock(block)
  return [
    { type: 'content_block_start', index, content_block: start },
    ...deltas.map((delta) => ({ type: 'content_block_delta', index, delta })),
    { type: 'content_block_stop', index },
  ]
}

function splitBlock(block: AnthropicBlock): { start: Json; deltas: readonly Json[] } {
  switch (block.type) {
    case 'text':
      return {
        start: { ...block, text: '' },
        deltas: [{ type: 'text_delta', text: block['text'] }],
      }
    case 'tool_use': {
      const partial_json = JSON.stringify(block['input'] ?? {})
      return {
        start: { ...block, input: {} },
        deltas: [{ type: 'input_json_delta', partial_json }],
      }
    }
    case 'thinking':
      return {
        start: { ...block, thinking: '', signature: '' },
        deltas: [
          { type: 'thinking_delta', thinking: block['thinking'] },
          { type: 'signature_delta', signature: block['signature'] ?? '' },
        ],
      }
    default:
      return { start: block, deltas: [] }
  }
}

const GeminiChunk = z.looseObject({ candidates: z.array(z.looseObject({})) })
const GeminiChunks = z.union([z.array(GeminiChunk).min(1), GeminiChunk])

/** Returns the pieces of an answer by Gemini, which lists them unless events were asked for. */
export function toGeminiEvents(body: unknown): readonly Json[] | undefined {
  const chunks = GeminiChunks.safeParse(body).data
  return Array.isArray(chunks) || !chunks ? chunks : [chunks]
}

const OllamaAnswer = z.looseObject({ message: z.looseObject({}), done: z.literal(true) })

export function toOllamaEvents(body: unknown): readonly Json[] | undefined {
  const answer = OllamaAnswer.safeParse(body).data
  return answer && [answer]
}

const ResponseItem = z.looseObject({ type: z.string() })
const ResponseBody = z.looseObject({
  object: z.literal('response'),
  output: z.array(ResponseItem),
})

/** Returns the events that OpenAI would stream for a response, or `undefined` if it isn't one. */
export function toResponseEvents(body: unknown): readonly Json[] | undefined {
  const response = ResponseBody.safeParse(body).data
  if (!response) return undefined
  return [
    { type: 'response.created', response: { ...response, output: [] } },
    ...response.output.flatMap(toItemEvents),
    { type: 'response.completed', response },
  ]
}

function toItemEvents(item: Json, output_index: number): readonly Json[] {
  const deltas = contentOf(item).flatMap(({ type, text }, content_index) =>
    type === 'output_text'
      ? [{ type: 'response.output_text.delta', output_index, content_index, delta: text }]
      : [],
  )
  return [
    { type: 'response.output_item.added', output_index, item },
    ...deltas,
    { type: 'response.output_item.done', output_index, item },
  ]
}

function contentOf({ content }: Json): readonly Json[] {
  return z.array(z.looseObject({})).catch([]).parse(content)
}
