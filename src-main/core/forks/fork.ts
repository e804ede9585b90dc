import type { ForkPreview } from '#shared/contract/procedures/forks.ts'
import type { Draft } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { closeApprovals } from '../agents/approvals/close-approvals.ts'
import { GitObjects } from '../git/git-objects.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Ids } from '../runtime/ids.ts'
import { type CutOff, toEnd } from '../sessions/close-open-spans.ts'
import type { OpenWorkspaces } from '../sessions/open-workspaces.ts'
import { getSession, hasFolder } from '../sessions/session-rows.ts'
import type { Blobs } from '../store/blobs/blobs.ts'
import type { Continuation } from '../store/events/event-log.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import type { ScratchText } from '../store/tables/session-copy.ts'
import type { Checked } from '../trust/project-trust.ts'
import { toPlace } from '../workspace/paths/agent-path.ts'
import { findDataFolder } from '../workspace/paths/confinement.ts'
import { filesOf, type KnownTree, toKnownTree } from '../workspace/tree/tree-protocol.ts'
import { bringTo, differencesOf, findOutsideEffects, toDifference, told } from './bring-to.ts'
import {
  branchOf,
  choosePlace,
  type MadePlace,
  makePlace,
  removeOwnFolder,
} from './fork-worktrees.ts'
import { type Past, readPast, toConversation } from './session-at-seq.ts'
import { findSetup, type SettingUp } from './setup.ts'

interface ForkParts {
  readonly store: Store
  readonly states: LiveStates
  readonly clock: Clock
  readonly ids: Ids
  readonly workspaces: OpenWorkspaces
}

type PreviewParts = Pick<ForkParts, 'store' | 'states'> & Pick<SettingUp, 'trust'>

/** A moment of a session. */
export interface Moment {
  readonly sessionId: SessionId
  readonly seq: number
}

/** Previews a fork without creating anything. */
export async function previewFork(
  { store, trust, states }: PreviewParts,
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
    findSetup(trust, row).catch(() => undefined),
    findOutsideEffects(store, sessionId, past.seq),
  ])
  return {
    ...{ seq: past.seq, at: past.at, conversation: toConversation(past), place },
    files: told(differencesOf(then, known).map((one) => toDifference(one, false))),
    notRecorded: told([...then].flatMap(([path, { hash }]) => (hash ? [] : [path]))),
    outside: told(outside),
    ...(place === 'worktree' && { branch: withoutName(branchOf(sessionId)) }),
    ...(setup && { setup: toSetup(setup) }),
  }
}

function toSetup({ name, hash, isTrusted, reason }: Checked): ForkPreview['setup'] {
  return { command: name, hash, isTrusted, ...(reason !== undefined && { reason }) }
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

/** The session's own documents as its log knows them: those of the project outlive every session. */
function scratchOf({ sinceTree }: FilesState, blobs: Pick<Blobs, 'get'>): readonly ScratchText[] {
  return Object.entries(sinceTree).flatMap(([path, content]) => {
    const place = toPlace(path)
    if (place.type !== 'document' || place.scope !== 'session') return []
    const bytes = content?.hash && blobs.get(content.hash)
    return bytes ? [{ path, text: Buffer.from(bytes).toString('utf8') }] : []
  })
}

const CUT_OFF: CutOff = {
  outcome: 'stopped',
  reason: 'The session was forked here. This run goes on in the session it was forked from.',
  call: {
    outcome: 'stopped',
    result:
      'The session was forked while this call was running: what it did after that is not here.',
  },
}

interface ForkDrafts {
  readonly past: Past
  /** The session that is forked, as it is now. */
  readonly parent: { readonly title: string; readonly status: StatusState }
  readonly title: string
  readonly made: MadePlace
  readonly notRestored: readonly string[]
}

/** What a fork's log goes on with: the ends of what was open then, and where it begins. */
export function toForkDrafts({ past, parent, title, made, notRestored }: ForkDrafts): Continuation {
  const { sessionId: from, seq, at, states, openSpans, stepsLeftOut } = past
  const origin = parent.status.forkedFrom?.origin ?? from
  const begun = { from, fromTitle: parent.title, seq, at, inherited: seq, origin, stepsLeftOut }
  return {
    ended: [
      ...closeApprovals(states, 'The session was forked here.'),
      ...openSpans.toReversed().map((span) => toEnd(span, CUT_OFF)),
    ],
    drafts: [
      { kind: 'session.forked', data: { ...begun, ...made, notRestored: [...notRestored] } },
      ...configured(states.status, parent.status),
      { kind: 'session.renamed', data: { title, by: 'host' } },
    ],
  }
}

/** Of a moment before anything was chosen, what was chosen then. */
function configured(then: StatusState, { model, fallbacks, profile }: StatusState): Draft[] {
  if (then.model && then.profile) return []
  const chosen = {
    ...(model && { model }),
    ...(fallbacks && { fallbacks: [...fallbacks] }),
    ...(profile && { profile }),
  }
  return [{ kind: 'session.configured', data: chosen }]
}

const NUMBERED = / \(fork(?: \d+)?\)$/

/** `Title (fork)`, `Title (fork 2)` …: the first that none of `taken` is. */
function forkTitle(of: string, taken: ReadonlySet<string>): string {
  const title = of.replace(NUMBERED, '')
  for (let number = 1; ; number += 1) {
    const numbered = `${title} (fork${number === 1 ? '' : ` ${number}`})`
    if (!taken.has(numbered)) return numbered
  }
}
