import { z } from 'zod'
import { ReviewSubject } from '../../events/code-review.ts'
import { Resolution } from '../../events/tool.ts'
import { Outcome } from '../../events/value.ts'
import { SessionId, SpanId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** A run of a session, by its number from 1. */
export const ListedRun = z.object({
  run: z.int().positive(),
  /** How the prompt begins that started it; empty where none did. */
  prompt: z.string(),
  /** Of a run that is a review: what it is about. */
  reviewOf: ReviewSubject.optional(),
  /** It only summarized the conversation. */
  isCompaction: z.literal(true).optional(),
  /** Its first event, and its last so far. */
  seq: z.int(),
  endSeq: z.int(),
  startedAt: z.number(),
  /** Absent: it is under way. */
  outcome: Outcome.optional(),
})
export type ListedRun = z.infer<typeof ListedRun>

export const runs = {
  /** In the order they began. */
  'runs.list': call(z.object({ sessionId: SessionId }), z.array(ListedRun)),
} as const

export const calls = {
  /**
   * Says what is made of a call that was cut off: its agent goes by it when the session is gone on
   * with. One that nobody waits for any more, or of which it was said, is a conflict.
   */
  'calls.resolve': call(
    z.strictObject({
      sessionId: SessionId,
      spanId: SpanId,
      resolution: Resolution.exclude(['told']),
      message: z.string().optional(),
    }),
    z.object({}),
  ),
} as const
