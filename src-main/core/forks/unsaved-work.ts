import { AppError } from '#shared/error.ts'
import type { LiveStates } from '../log/live-states.ts'
import type { SessionRow } from '../log/sessions.ts'
import type { Store } from '../log/store.ts'
import { toPlace } from '../workspace/agent-path.ts'
import { findOwnFolder, findUncommitted } from './places.ts'

/** Fails with `conflict` where files of a fork's own changed since it began and are in no commit. */
export async function refuseToDiscard(
  { store, states }: { readonly store: Store; readonly states: LiveStates },
  row: SessionRow,
): Promise<void> {
  if (!findOwnFolder(store.dataDir, row)) return
  const { status, files } = (await states.load(row.id)).states
  const { border = 0, place } = status.forkedFrom ?? {}
  const changed = Object.values(files.touched)
    .filter(({ seq }) => seq > border)
    .flatMap(({ path }) => {
      const at = toPlace(path)
      return at.type === 'project' ? [at.relative] : []
    })
  const unsaved = place === 'worktree' ? await findUncommitted(row.root, changed) : changed
  if (unsaved.length > 0) throw unsavedWork(row.root, unsaved)
}

function unsavedWork(root: string, [first = '', ...others]: readonly string[]): AppError {
  const what = others.length === 0 ? `${first} is` : `${first} and ${others.length} more are`
  const message = `Deleting this fork deletes its folder ${root}, too, and ${what} in no commit.`
  return new AppError('conflict', message)
}
