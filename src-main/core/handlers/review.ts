import type { Handlers } from '#shared/contract/define.ts'
import type { review } from '#shared/contract/review.ts'
import type { SessionId } from '#shared/ids.ts'
import { resolveComments } from '../review/comments.ts'
import { commitAccepted, previewCommit } from '../review/commit.ts'
import { acceptChange, reopenChange, revertChange } from '../review/decide.ts'
import { getSession } from '../session-rows.ts'
import { Turns } from '../turns.ts'
import { withPersonPaths } from '../workspace/person-paths.ts'
import type { Parts } from './parts.ts'

export function reviewHandlers(parts: Parts): Handlers<typeof review> {
  const { store, ids, background } = parts
  // What one decides, the next has seen.
  const turns = new Turns<SessionId>()
  // Those of their own: a commit may wait for its hooks.
  const commits = new Turns<SessionId>()
  return {
    'review.accept': (asked) =>
      turns.take(asked.sessionId, async () => ({ seq: await acceptChange(parts, asked) })),
    'review.revert': (asked) =>
      turns.take(asked.sessionId, () =>
        withPersonPaths(async () => ({ seq: await revertChange(parts, asked) })),
      ),
    'review.reopen': (asked) =>
      turns.take(asked.sessionId, async () => {
        await reopenChange(parts, asked)
        return {}
      }),
    'review.previewCommit': ({ sessionId }) => previewCommit(parts, sessionId),
    'review.commit': (asked, signal) =>
      background.join((ending) =>
        commits.take(asked.sessionId, () =>
          commitAccepted(parts, asked, AbortSignal.any([signal, ending])),
        ),
      ),
    'review.comment': async ({ sessionId, ...said }) => {
      getSession(store, sessionId)
      const commentId = ids.comment()
      const data = { commentId, ...said }
      await store.events.append(sessionId, [{ kind: 'comment.added', data }])
      return { commentId }
    },
    'review.resolveComments': async (asked) => {
      getSession(store, asked.sessionId)
      await resolveComments(parts, asked)
      return {}
    },
  }
}
