import { z } from 'zod'
import { Comment } from '../../events/change.ts'
import { FileContent } from '../../events/value.ts'
import { CommentId, SessionId } from '../../lib/ids.ts'
import { call } from './define.ts'

/** A text, to the last character; or one of the contents that the session knows of the file. */
export const DecidedContent = z.discriminatedUnion('type', [
  z.object({ type: z.literal('text'), text: z.string() }),
  z.object({ type: z.literal('known'), content: FileContent.nullable() }),
])
export type DecidedContent = z.infer<typeof DecidedContent>

const Decided = z.object({
  sessionId: SessionId,
  path: z.string(),
  /** The last event about the file that was seen: where there is another, it is a `conflict`. */
  seq: z.int().positive(),
  content: DecidedContent,
  hunks: z.int().nonnegative(),
  added: z.int().nonnegative(),
  removed: z.int().nonnegative(),
})

/** A file of which something was accepted that is not committed. */
export const AcceptedFile = z.object({
  /** As agents see it. */
  path: z.string(),
  change: z.enum(['added', 'changed', 'removed']),
  /** Why it can't be committed, as a sentence. */
  obstacle: z.string().optional(),
  /** A filter of git's that is run when it is committed, by its name. */
  filter: z.string().optional(),
})
export type AcceptedFile = z.infer<typeof AcceptedFile>

export const CommitPreview = z.object({
  /** Why nothing can be committed, as a sentence. */
  obstacle: z.string().optional(),
  /** Absent where none is checked out. */
  branch: z.string().optional(),
  /** What it would follow on; absent: it would be the first. */
  head: z.string().optional(),
  files: z.array(AcceptedFile),
  /** Why the commit waits for trust in programs that git would run, as sentences. */
  untrusted: z.string().optional(),
  /** A draft: what was asked for last. */
  message: z.string(),
})
export type CommitPreview = z.infer<typeof CommitPreview>

/** What a person decides of what others changed, and says about it. */
export const changes = {
  /** From here on `content` is what is accepted of the file; `before` is what the hunks were compared with. */
  'changes.accept': call(Decided.extend({ before: DecidedContent }), z.object({ seq: z.int() })),
  /** Makes the file what it is to hold; fails with `conflict` where it is another on disk. `left` hunks wait. */
  'changes.revert': call(
    Decided.extend({ left: z.int().nonnegative() }),
    z.object({ seq: z.int() }),
  ),
  /** Takes back what the event with this `seq` accepted or reverted, unless the file has changed since. */
  'changes.reopen': call(
    z.object({ sessionId: SessionId, path: z.string(), seq: z.int().positive() }),
    z.object({}),
  ),
  'changes.comment': call(
    Comment.omit({ commentId: true }).extend({ sessionId: SessionId }),
    z.object({ commentId: CommentId }),
  ),
  /** Those that are resolved already stay so. */
  'changes.resolveComments': call(
    z.object({
      sessionId: SessionId,
      commentIds: z.array(CommentId),
      how: z.enum(['sent', 'removed']),
    }),
    z.object({}),
  ),
  /** What a commit of what was accepted could hold. Nothing is committed. */
  'changes.previewCommit': call(z.object({ sessionId: SessionId }), CommitPreview),
  /**
   * Commits what was accepted of these files, on top of `head`, and nothing else: what is staged and the
   * files on disk stay as they are. Hooks run: it fails with `denied` where they, or programs that the repository's
   * settings name, aren't trusted. `notice`: what is left to be done, as a sentence.
   */
  'changes.commit': call(
    z.object({
      sessionId: SessionId,
      paths: z.array(z.string().min(1)).min(1),
      message: z.string().trim().min(1),
      head: z.string().optional(),
    }),
    z.object({ commit: z.string(), notice: z.string().optional() }),
  ),
} as const
