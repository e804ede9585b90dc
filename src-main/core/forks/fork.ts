import type { ForkPreview } from '#shared/contract/forks.ts'
import type { SessionId } from '#shared/ids.ts'
import type { Clock } from '../clock.ts'
import { GitObjects } from '../git/git-objects.ts'
import type { Ids } from '../ids.ts'
import type { LiveStates } from '../log/live-states.ts'
import type { Store } from '../log/store.ts'
import type { OpenWorkspaces } from '../open-workspaces.ts'
import { getSession, hasFolder } from '../session-rows.ts'
import { findDataFolder } from '../workspace/confinement.ts'
import { filesOf, toKnownTree } from '../workspace/known-tree.ts'
import type { KnownTree } from '../workspace/tree-protocol.ts'
import { bringTo } from './bring-to.ts'
import { differencesOf, toDifference, told } from './differences.ts'
import { forkTitle, toForkDrafts } from './fork-drafts.ts'
import { findOutsideEffects } from './outside-effects.ts'
import { type Past, readPast, toConversation } from './past.ts'
import { branchOf, choosePlace, type MadePlace, makePlace, removeOwnFolder } from './places.ts'
import { scratchOf } from './scratch.ts'
import { findSetup } from './setup.ts'

export interface ForkParts {
  readonly store: Store
  readonly states: LiveStates
  readonly clock: Clock
  readonly ids: Ids
  readonly workspaces: OpenWorkspaces
}

/** A moment of a session. */
export interface Moment {
  readonly sessionId: SessionId
  readonly seq: number
}

/** What a fork from there would be. Nothing is made. */
export async function previewFork(
  { store, states }: Pick<ForkParts, 'store' | 'states'>,
  { sessionId, seq }: Moment,
): Promise<ForkPreview> {
  const row = getSession(store, sessionId)
  const past = await readPast(store, sessionId, seq)
  const now = await states.load(sessionId)
  const leftOut = findDataFolder(row.root, store.dataDir)
  const then = filesOf(toKnownTree(past.files, store.blobs, leftOut))
  const known = filesOf(toKnownTree(now.states.files, store.blobs, leftOut))
  const [place, setup, outside] = await Promise.all([
    choosePlace(row.root),
    findSetup(row.root).catch(() => undefined),
    findOutsideEffects(store, sessionId, past.seq),
  ])
  const isTrusted = setup !== undefined && store.trust.has(row.projectId, setup.hash)
  return {
    ...{ seq: past.seq, at: past.at, conversation: toConversation(past), place },
    files: told(differencesOf(then, known).map((one) => toDifference(one, false))),
    notRecorded: told([...then].flatMap(([path, { hash }]) => (hash ? [] : [path]))),
    outside: told(outside),
    ...(place === 'worktree' && { branch: withoutName(branchOf(sessionId)) }),
    ...(setup && { setup: { command: setup.name, hash: setup.hash, isTrusted } }),
  }
}

/** The name itself is only known once the fork is made. */
function withoutName(branch: string): string {
  return `${branch.slice(0, branch.lastIndexOf('/') + 1)}…`
}

/** Makes a session that begins as another was then: all of it, or nothing. Answers its id. */
export async function forkSession(
  parts: ForkParts,
  { sessionId, seq, title }: Moment & { readonly title?: string | undefined },
): Promise<SessionId> {
  const { store, ids } = parts
  await recordFiles(parts, sessionId)
  const past = await readPast(store, sessionId, seq)
  const id = ids.session()
  try {
    const { root } = getSession(store, sessionId)
    const making = { dataDir: store.dataDir, sessionId: id, from: root, head: past.head }
    const made = await makePlace(making)
    const leftOut = findDataFolder(root, store.dataDir)
    const known = toKnownTree(past.files, store.blobs, leftOut)
    const notRestored = await restoreInto(made, known, store)
    await write(parts, { id, past, made, notRestored, title })
  } catch (error) {
    await removeOwnFolder(store.dataDir, id)
    throw error
  }
  return id
}

/** Waits for snapshots under way; takes one where the session has none. */
async function recordFiles(
  { store, states, workspaces }: ForkParts,
  sessionId: SessionId,
): Promise<void> {
  const row = getSession(store, sessionId)
  if (!(await hasFolder(row))) return
  using _held = workspaces.hold(sessionId)
  const workspace = await workspaces.get(sessionId)
  await workspace.settle()
  const { tree } = (await states.load(sessionId)).states.files
  if (!tree) await workspace.snapshot()
}

async function restoreInto(
  { root }: MadePlace,
  known: KnownTree,
  { blobs }: Store,
): Promise<readonly string[]> {
  await using objects = new GitObjects(root)
  return await bringTo(root, known, async (hash) =>
    hash.startsWith('git:') ? objects.read(hash) : blobs.get(hash),
  )
}

interface Written {
  readonly id: SessionId
  readonly past: Past
  readonly made: MadePlace
  readonly notRestored: readonly string[]
  readonly title: string | undefined
}

async function write(parts: ForkParts, { id, title, ...fork }: Written): Promise<void> {
  const { store, states, clock } = parts
  const { past, made } = fork
  const { sessionId: from, seq: through } = past
  const { projectId } = getSession(store, from)
  const all = store.summaries.list(projectId)
  const parent = {
    title: all.find((one) => one.id === from)?.title ?? '',
    status: (await states.load(from)).states.status,
  }
  const taken = new Set(all.map((one) => one.title))
  const rest = toForkDrafts({ ...fork, parent, title: title ?? forkTitle(parent.title, taken) })
  const row = { id, projectId, root: made.root, createdAt: clock.now() }
  const texts = scratchOf(past.states.files, store.blobs)
  await store.sessions.fork(row, { from, through }, { ...rest, texts })
}
