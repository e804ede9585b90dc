import { findSaid } from '#shared/changes/comment-prompt.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { ChangeParts } from './changed-file.ts'

type CommentParts = Pick<ChangeParts, 'store' | 'states'>

interface Reporting {
  /** Told what went wrong that nobody waits for. */
  readonly report: (error: unknown, doing: string) => void
}

interface Resolving {
  readonly sessionId: SessionId
  readonly commentIds: readonly string[]
  readonly how: 'sent' | 'removed'
}

/** Those that are not open stay as they are. */
export async function resolveComments(
  { store, states }: CommentParts,
  { sessionId, commentIds, how }: Resolving,
): Promise<void> {
  const { comments } = (await states.load(sessionId)).states.changes
  const drafts = commentIds.flatMap((id) => {
    const open = comments[id]
    if (!open) return []
    return { kind: 'comment.resolved' as const, data: { commentId: open.commentId, how } }
  })
  if (drafts.length > 0) await store.events.append(sessionId, drafts)
}

/** The comments that a prompt told of are open no more. Never fails: the prompt is sent, whatever becomes of this. */
export async function resolveSaid(
  { report, ...parts }: CommentParts & Reporting,
  sessionId: SessionId,
  prompt: string,
): Promise<void> {
  try {
    const { comments } = (await parts.states.load(sessionId)).states.changes
    const said = findSaid(Object.values(comments), prompt)
    const commentIds = said.map(({ commentId }) => commentId)
    await resolveComments(parts, { sessionId, commentIds, how: 'sent' })
  } catch (error) {
    report(error, 'resolving the comments that were sent')
  }
}
