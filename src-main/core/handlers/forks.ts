import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { forks } from '#shared/contract/procedures/forks.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { forkSession, previewFork } from '../forks/fork.ts'
import { previewDelete } from '../forks/fork-worktrees.ts'
import { previewRewind, rewindSession } from '../forks/rewind.ts'
import { setUp } from '../forks/setup.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'
import { takeSnapshot } from './sessions.ts'

export function forkHandlers(parts: Parts): Handlers<typeof forks> {
  return {
    'sessions.previewFork': (moment) => previewFork(parts, moment),
    'sessions.fork': async (asked) => {
      const sessionId = await forkSession(parts, asked)
      parts.changes.fire({ topic: 'sessions' })
      const { setup } = asked
      parts.background.run('setting a fork up', (signal) =>
        prepare(parts, { sessionId, setup }, signal),
      )
      return { sessionId }
    },
    'sessions.previewRewind': (moment) => previewRewind(parts, moment),
    'sessions.rewind': async (asked) => {
      await rewindSession(parts, asked)
      return {}
    },
    'sessions.previewDelete': ({ sessionId }) => previewDelete(parts, sessionId),
  }
}

/** The fork can be used meanwhile. */
async function prepare(
  parts: Parts,
  { sessionId, setup }: { readonly sessionId: SessionId; readonly setup: string | undefined },
  signal: AbortSignal,
): Promise<void> {
  const { store } = parts
  await setUp({ ...parts, session: getSession(store, sessionId), shown: setup }, signal)
  if (signal.aborted) return
  await takeSnapshot(parts, sessionId)
}
