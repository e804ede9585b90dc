import { stat } from 'node:fs/promises'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import type { Store } from '../store/store.ts'
import type { ProjectRow } from '../store/tables/projects.ts'
import type { SessionRow } from '../store/tables/session-summary.ts'

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

/** Fails with `not-found` where there is no such project, or it was forgotten. */
export function getProject(store: Pick<Store, 'projects'>, projectId: ProjectId): ProjectRow {
  const project = store.projects.find(projectId)
  if (project) return project
  throw new AppError('not-found', 'There is no such project any more. Open its folder.')
}
