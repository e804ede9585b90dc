import { stat } from 'node:fs/promises'
import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import type { SessionRow } from './log/session-row.ts'
import type { Store } from './log/store.ts'

/** Fails with `not-found` where there is no such session. */
export function getSession(store: Store, sessionId: SessionId): SessionRow {
  const row = store.sessions.find(sessionId)
  if (row) return row
  throw new AppError('not-found', 'There is no such session any more. Choose one from the list.')
}

/** Whether the folder a session works in is on this machine: that of an imported one seldom is. */
export async function hasFolder({ root }: Pick<SessionRow, 'root'>): Promise<boolean> {
  return (await stat(root).catch(() => undefined))?.isDirectory() ?? false
}

/** Fails with what can still be done where the folder has gone. */
export async function checkFolder(row: Pick<SessionRow, 'root'>): Promise<void> {
  if (await hasFolder(row)) return
  const message = `The folder ${row.root} is not on this machine. Its session can be replayed, and not gone on with.`
  throw new AppError('not-found', message)
}
