import type { Reply } from '../model-formats/format.ts'

export function line(message: unknown, rest: object = {}): object {
  return { model: 'm', created_at: '2026-01-01T00:00:00Z', message, done: false, ...rest }
}

export const ENDED = { done: true, done_reason: 'stop', prompt_eval_count: 10, eval_count: 2 }

export function ollamaText(text: string): readonly object[] {
  const half = Math.ceil(text.length / 2)
  return [
    line({ role: 'assistant', content: text.slice(0, half) }),
    line({ role: 'assistant', content: text.slice(half) }),
    line({ role: 'assistant', content: '' }, ENDED),
  ]
}

export function lines(...all: readonly object[]): Reply {
  const body = all.map((one) => `${JSON.stringify(one)}\n`).join('')
  return { raw: { contentType: 'application/x-ndjson', body } }
}
