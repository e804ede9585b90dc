import type { RawReply, Reply } from '../model-formats/format.ts'

export const USAGE = { prompt_tokens: 10, completion_tokens: 2, total_tokens: 12 }

export function chunk(
  delta: unknown,
  finish_reason: unknown = null,
  rest: object = {},
): Record<string, unknown> {
  const base = { id: 'x', object: 'chat.completion.chunk', created: 1, model: 'm' }
  return { ...base, choices: [{ index: 0, delta, finish_reason, ...rest }] }
}

export const counted = { ...chunk({}), choices: [], usage: USAGE }

/** An answer in two pieces, as OpenAI streams it. */
export function completionText(text: string): readonly object[] {
  const half = Math.ceil(text.length / 2)
  return [
    chunk({ role: 'assistant', content: '' }),
    chunk({ content: text.slice(0, half) }),
    chunk({ content: text.slice(half) }),
    chunk({}, 'stop'),
    counted,
  ]
}

export function streamed(chunks: readonly unknown[], rest: Partial<RawReply> = {}): Reply {
  return endless([...chunks, '[DONE]'], rest)
}

/** Without `[DONE]`. */
export function endless(chunks: readonly unknown[], rest: Partial<RawReply> = {}): Reply {
  const written = chunks.map((one) => (typeof one === 'string' ? one : JSON.stringify(one)))
  const body = written.map((data) => `data: ${data}\n\n`).join('')
  return { raw: { contentType: 'text/event-stream', body, ...rest } }
}
