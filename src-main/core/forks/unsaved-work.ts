import { type DeletePreview, TOLD } from '#shared/contract/forks.ts'
import { AppError } from '#shared/error.ts'
import type { SessionId } from '#shared/ids.ts'
import type { LiveStates } from '../log/live-states.ts'
import type { SessionRow } from '../log/session-row.ts'
import type { Store } from '../log/store.ts'
import { getSession } from '../session-rows.ts'
import { toPlace } from '../workspace/agent-path.ts'
import { findOwnFolder, findUncommitted } from './places.ts'

export interface UnsavedWork {
  readonly store: Store
  readonly states: LiveStates
}

/** Fails with `conflict` where files of a fork's own changed since it began and are in no commit. */
export async function refuseToDiscard(parts: UnsavedWork, row: SessionRow): Promise<void> {
  const unsaved = await findUnsaved(parts, row)
  if (unsaved.length > 0) throw unsavedWork(row.root, unsaved)
}

/** What would be lost with a session. */
export async function previewDelete(
  parts: UnsavedWork,
  sessionId: SessionId,
): Promise<DeletePreview> {
  const row = getSession(parts.store, sessionId)
  if (!findOwnFolder(parts.store.dataDir, row)) return { unsaved: { items: [], total: 0 } }
  const unsaved = await findUnsaved(parts, row)
  return { folder: row.root, unsaved: { items: unsaved.slice(0, TOLD), total: unsaved.length } }
}

/** Files of a fork's own, below its root, that changed since it began and are in no commit. */
async function findUnsaved(
  { store, states }: UnsavedWork,
  row: SessionRow,
): Promise<readonly string[]> {
  if (!findOwnFolder(store.dataDir, row)) return []
  const { status, files } = (await states.load(row.id)).states
  const { border = 0, place } = status.forkedFrom ?? {}
  const changed = Object.values(files.touched)
    .filter(({ seq }) => seq > border)
    .flatMap(({ path }) => {
      const at = toPlace(path)
      return at.type === 'project' ? [at.relative] : []
    })
  return place === 'worktree' ? findUncommitted(row.root, changed) : changed
}

function unsavedWork(root: string, [first = '', ...others]: readonly string[]): AppError {
  const what = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`
  const message = `Deleting this fork deletes its folder ${root}, too, and ${what} in no commit.`
  return new AppError('conflict', message)
}
