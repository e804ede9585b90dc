import type { Memory } from '#shared/contract/procedures/context.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Hash, ProjectId, SessionId } from '#shared/lib/ids.ts'
import { tokensIn } from '#shared/pricing/pricing.ts'
import { hashOf } from '../runtime/ids.ts'
import type { Store } from '../store/store.ts'
import type { Document } from '../store/tables/documents.ts'
import type { Workspace } from '../workspace/define.ts'
import { MEMORIES, toPlace } from '../workspace/paths/agent-path.ts'
import type { OpenWorkspaces } from './open-workspaces.ts'
import { getProject, getSession, hasFolder } from './session-rows.ts'

interface MemoryParts {
  readonly store: Store
  readonly workspaces: OpenWorkspaces
}

/** One memory. `sessionId`: whose log says that a person changed it. */
interface WhichMemory {
  readonly projectId: ProjectId
  readonly sessionId?: SessionId | undefined
  readonly name: string
}

/** What agents keep of a project, the latest first. */
export function listMemories(store: Store, projectId: ProjectId): Memory[] {
  getProject(store, projectId)
  return store.documents
    .list(projectId, `${MEMORIES}/`)
    .toSorted((one, other) => other.modifiedAt - one.modifiedAt)
    .map(({ path, bytes, modifiedAt }) => {
      const text = store.documents.read(projectId, path)?.text ?? ''
      return { name: path.slice(MEMORIES.length + 1), bytes, modifiedAt, tokens: tokensIn(text) }
    })
}

/** Fails with `not-found` where there is none of that name. */
export function readMemory(
  store: Store,
  { projectId, name }: WhichMemory,
): { readonly text: string; readonly hash: Hash } {
  getProject(store, projectId)
  const path = toMemoryPath(name)
  const found = store.documents.read(projectId, path)
  if (!found) throw new AppError('not-found', `There is no ${path}.`)
  return { text: found.text, hash: hashOf(Buffer.from(found.text)) }
}

/** A person's edit. `base` is what they began with, `null` for a new one. */
export async function writeMemory(
  parts: MemoryParts,
  which: WhichMemory,
  { text, base }: { readonly text: string; readonly base: Hash | null },
): Promise<Hash> {
  const { store } = parts
  const path = toMemoryPath(which.name)
  const workspace = await findWorkspace(parts, which)
  if (workspace) return await workspace.save(path, text, base)
  const check = (there?: Document) => {
    const isAsBefore = (there ? hashOf(Buffer.from(there.text)) : null) === base
    if (!isAsBefore) throw new AppError('conflict', `${path} has changed meanwhile.`)
  }
  await store.documents.replace(which.projectId, path, { text, check })
  return hashOf(Buffer.from(text))
}

export async function removeMemory(parts: MemoryParts, which: WhichMemory): Promise<void> {
  const path = toMemoryPath(which.name)
  // What others are below of is not meant.
  readMemory(parts.store, which)
  const workspace = await findWorkspace(parts, which)
  if (workspace) await workspace.remove(path, { type: 'person' })
  else await parts.store.documents.remove(which.projectId, path)
}

/** The workspace of the session that records it; `undefined`: the project has none that can. */
async function findWorkspace(
  { store, workspaces }: MemoryParts,
  { projectId, sessionId }: WhichMemory,
): Promise<Workspace | undefined> {
  getProject(store, projectId)
  if (sessionId !== undefined) {
    const session = getSession(store, sessionId)
    if (session.projectId === projectId) return await workspaces.get(session.id)
    throw new AppError('invalid-input', 'This session is of another project.')
  }
  await store.summaries.load()
  const [latest] = store.summaries.list(projectId)
  if (!latest || !(await hasFolder(latest))) return undefined
  return await workspaces.get(latest.id)
}

/** Where agents see it. Its name is that of a document, as it lies below `/memories/`. */
function toMemoryPath(name: string): string {
  const place = toPlace(`${MEMORIES}/${name}`)
  if (place.type === 'document' && place.path !== MEMORIES) return place.path
  throw new AppError('invalid-input', `"${name}" is not the name of a memory.`)
}
