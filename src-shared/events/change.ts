import { z } from 'zod'
import { CommentId } from '../lib/ids.ts'
import { defineEvent } from './define.ts'
import { FileContent, withUnknownKind } from './value.ts'

/** What was decided of a file: so many places where it differs, and the lines these add and remove. */
const Reviewed = {
  /** As agents see it. */
  path: z.string(),
  hunks: z.int().nonnegative(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
}

interface Contents {
  readonly content: FileContent | null
  readonly before: FileContent | null
  readonly was?: FileContent | null
}

/** Version 1 didn't say which contents are links. */
function fromVersion1<T extends Contents>(data: T): T {
  const { content, before, was } = data
  return {
    ...data,
    content: withUnknownKind(content),
    before: withUnknownKind(before),
    ...(was !== undefined && { was: withUnknownKind(was) }),
  }
}

/**
 * `content` is what the person has accepted of the file from here on; `before` what the hunks were
 * compared with, `was` what had been accepted last: absent where nothing had.
 */
export const changeAccepted = defineEvent(
  'change.accepted',
  z.object({
    ...Reviewed,
    content: FileContent.nullable(),
    before: FileContent.nullable(),
    was: FileContent.nullable().optional(),
  }),
  [fromVersion1],
)

/**
 * Beside the `file.changed` that did it, from `before` to `content`. `left` hunks of the file still wait.
 * `mode` is git's of what was taken away, where that was a file.
 */
export const changeReverted = defineEvent(
  'change.reverted',
  z.object({
    ...Reviewed,
    content: FileContent.nullable(),
    before: FileContent.nullable(),
    left: z.int().nonnegative(),
    mode: z.int().optional(),
  }),
  [fromVersion1],
)

/**
 * An acceptance, or a reverting, was taken back, and the hunks wait again. `content`: what they are
 * compared with again, or what the file holds again; `before`: what had stood in its place.
 */
export const changeReopened = defineEvent(
  'change.reopened',
  z.object({
    ...Reviewed,
    of: z.enum(['accepted', 'reverted']),
    content: FileContent.nullable(),
    before: FileContent.nullable(),
    was: FileContent.nullable().optional(),
  }),
  [fromVersion1],
)

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

/** A person committed what they had accepted of some files; `branch` is absent where none was checked out. */
export const commitMade = defineEvent(
  'commit.made',
  z.object({
    commit: z.string(),
    branch: z.string().optional(),
    message: z.string(),
    /** As agents see them. */
    paths: z.array(z.string()),
    /** The last event that had been heard when it was looked at what to commit; earlier logs don't tell. */
    through: z.int().positive().optional(),
  }),
)
