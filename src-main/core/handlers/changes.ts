import type { changes } from '#shared/contract/procedures/changes.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { acceptChange, reopenChange, revertChange } from '../changes/accept-and-revert.ts'
import { resolveComments } from '../changes/comments.ts'
import { commitAccepted, previewCommit } from '../changes/commit.ts'
import { Turns } from '../runtime/serial-queue.ts'
import { getSession } from '../sessions/session-rows.ts'
import { withPersonPaths } from '../workspace/paths/agent-path.ts'
import type { Parts } from './parts.ts'

export function changeHandlers(parts: Parts): Handlers<typeof changes> {
  const { store, ids, background } = parts
  // What one decides, the next has seen.
  const turns = new Turns<SessionId>()
  // Those of their own: a commit may wait for its hooks.
  const commits = new Turns<SessionId>()
  return {
    'changes.accept': (asked) =>
      turns.take(asked.sessionId, async () => ({ seq: await acceptChange(parts, asked) })),
    'changes.revert': (asked) =>
      turns.take(asked.sessionId, () =>
        withPersonPaths(async () => ({ seq: await revertChange(parts, asked) })),
      ),
    'changes.reopen': (asked) =>
      turns.take(asked.sessionId, async () => {
        await reopenChange(parts, asked)
        return {}
      }),
    'changes.previewCommit': ({ sessionId }) => previewCommit(parts, sessionId),
    'changes.commit': (asked, signal) =>
      background.join((ending) =>
        commits.take(asked.sessionId, () =>
          commitAccepted(parts, asked, AbortSignal.any([signal, ending])),
        ),
      ),
    'changes.comment': async ({ sessionId, ...said }) => {
      getSession(store, sessionId)
      const commentId = ids.comment()
      const data = { commentId, ...said }
      await store.events.append(sessionId, [{ kind: 'comment.added', data }])
      return { commentId }
    },
    'changes.resolveComments': async (asked) => {
      getSession(store, asked.sessionId)
      await resolveComments(parts, asked)
      return {}
    },
  }
}
