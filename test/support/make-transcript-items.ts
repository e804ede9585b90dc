import type { SpanId } from '#shared/lib/ids.ts'
import type { CallItem, SpeechItem } from '#shared/projections/transcript-items.ts'

/** A reading call that ended well. */
export function call(id: string, change: Partial<CallItem> = {}): CallItem {
  return {
    type: 'call',
    id,
    seq: 1,
    at: 0,
    spanId: id as SpanId,
    toolCallId: id,
    title: 'Read a.ts',
    effect: 'read',
    args: { json: {} },
    startedAt: 0,
    endedAt: 1,
    outcome: 'ok',
    ...change,
  }
}

export function text(id: string, change: Partial<SpeechItem> = {}): SpeechItem {
  return { type: 'text', id, seq: 1, at: 0, text: 'Hello', endedAt: 1, ...change }
}
