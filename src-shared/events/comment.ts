import { z } from 'zod'
import { CommentId } from '../ids.ts'
import { defineEvent } from './define.ts'

/** A person's words about lines of a file, as these were then. Lines count from 1; `endLine` is the last. */
export const Comment = z.object({
  commentId: CommentId,
  /** As agents see it. */
  path: z.string(),
  line: z.int().positive(),
  endLine: z.int().positive(),
  quote: z.string(),
  text: z.string(),
})
export type Comment = z.infer<typeof Comment>

export const commentAdded = defineEvent('comment.added', Comment)

/** `sent`: an agent was told of it by a prompt. */
export const commentResolved = defineEvent(
  'comment.resolved',
  z.object({ commentId: CommentId, how: z.enum(['sent', 'removed']) }),
)
