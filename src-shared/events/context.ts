import { z } from 'zod'
import { defineEvent } from './define.ts'
import { StoredText } from './value.ts'

/**
 * The beginning of an agent's thread was too long for its model, which sees a summary in its place
 * from its next call on. Counted are messages of the whole thread: `dropped` are no longer seen.
 */
export const contextCompacted = defineEvent(
  'context.compacted',
  z.object({
    summary: StoredText,
    droppedMessages: z.int().nonnegative(),
    keptMessages: z.int().nonnegative(),
  }),
)
