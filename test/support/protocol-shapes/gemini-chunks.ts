import type { Reply } from '../model-formats/format.ts'

export const USAGE = { promptTokenCount: 10, candidatesTokenCount: 2, totalTokenCount: 12 }

export function piece(parts: unknown, finishReason?: unknown, rest: object = {}): object {
  const content = parts === undefined ? {} : { role: 'model', parts }
  const finish = finishReason !== undefined && { finishReason }
  const candidates = [{ content, index: 0, ...finish }]
  return { candidates, usageMetadata: USAGE, modelVersion: 'm', responseId: 'r', ...rest }
}

export function geminiText(text: string): readonly object[] {
  const half = Math.ceil(text.length / 2)
  return [
    piece([{ text: text.slice(0, half) }]),
    piece([{ text: text.slice(half) }]),
    piece([{ text: '' }], 'STOP'),
  ]
}

export function pieces(...chunks: readonly object[]): Reply {
  const body = chunks.map((chunk) => `data: ${JSON.stringify(chunk)}\n\n`).join('')
  return { raw: { contentType: 'text/event-stream', body } }
}
