import { z } from 'zod'
import { Resolution } from '../events/call.ts'
import { SessionId, SpanId } from '../ids.ts'
import { call } from './define.ts'

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
