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

/** Who said a message of a thread: a person or another agent, the agent itself, a tool. */
export const MessageRole = z.enum(['input', 'agent', 'tool'])
export type MessageRole = z.infer<typeof MessageRole>

export const PinnedMessage = z.object({
  /** As the agent's thread names it. */
  messageId: z.string(),
  role: MessageRole,
  title: z.string(),
  text: StoredText,
  /** At most, as budgets count before a server has counted. */
  tokens: z.int().nonnegative(),
})
export type PinnedMessage = z.infer<typeof PinnedMessage>

/** From its next model call on the agent is told this message as it was, whatever is summed up. */
export const contextPinned = defineEvent('context.pinned', PinnedMessage)

export const contextUnpinned = defineEvent('context.unpinned', z.object({ messageId: z.string() }))
