import { createHash } from 'node:crypto'
import type { RewindPreview } from '#shared/contract/procedures/forks.ts'
import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { SpanId } from '#shared/lib/ids.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { closeApprovals } from '../agents/approvals/close-approvals.ts'
import type { Runs } from '../agents/run/runs.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import type { OpenWorkspaces } from '../sessions/open-workspaces.ts'
import { checkFolder, getSession, hasFolder } from '../sessions/session-rows.ts'
import type { Store } from '../store/store.ts'
import type { Workspace } from '../workspace/define.ts'
import { toAgentPath } from '../workspace/paths/agent-path.ts'
import { findDataFolder } from '../workspace/paths/confinement.ts'
import {
  filesOf,
  type KnownTree,
  type TreeChange,
  toKnownTree,
} from '../workspace/tree/tree-protocol.ts'
import { compareWith, findOutsideEffects, toDifference, told } from './bring-to.ts'
import type { Moment } from './fork.ts'
import { type Past, readPast, toConversation } from './session-at-seq.ts'

interface RewindParts {
  readonly store: Store
  readonly workspaces: OpenWorkspaces
  readonly runs: () => Promise<Runs>
}

/** Previews a rewind without changing anything. */
export async function previewRewind(
  { store }: Pick<RewindParts, 'store'>,
  moment: Moment,
): Promise<RewindPreview> {
  const { past, known, now } = await look(store, moment)
  const row = getSession(store, moment.sessionId)
  const isThere = await hasFolder(row)
  const changes = isThere ? await findChanges(row.root, known) : []
  const own = await findOwn(store, past, { changes, now })
  const running = store.summaries.of(row.id)?.isRunning ? RUN_IS_ON : undefined
  const obstacle = isThere ? running : `The folder ${row.root} is not on this machine.`
  return {
    ...{ seq: past.seq, at: past.at, conversation: toConversation(past) },
    files: told(changes.map((one) => toDifference(one, own.has(one.path)))),
    notRecorded: told(changes.flatMap(({ path, before }) => (isLost(before) ? [path] : []))),
    outside: told(await findOutsideEffects(store, row.id, past.seq)),
    expected: nameOf(changes),
    ...(obstacle !== undefined && { obstacle }),
  }
}

interface Rewinding extends Moment {
  /** Of the preview. */
  readonly expected: string
  /** Files to restore though a person has changed them since. */
  readonly overwrite: readonly string[]
}

/** Restores the files and lets the session go on from then; what was shown, or nothing. */
export async function rewindSession(parts: RewindParts, rewinding: Rewinding): Promise<void> {
  const { store, workspaces } = parts
  const { sessionId } = rewinding
  const row = getSession(store, sessionId)
  await checkFolder(row)
  const runs = await parts.runs()
  await runs.rewind(sessionId, async () => {
    const { past, known, now } = await look(store, rewinding)
    using _held = workspaces.hold(sessionId)
    const workspace = await workspaces.get(sessionId)
    const changes = await findChanges(row.root, known)
    if (nameOf(changes) !== rewinding.expected) throw changed()
    const own = await findOwn(store, past, { changes, now })
    const overwrite = new Set(rewinding.overwrite)
    const chosen = changes.filter(({ path }) => !own.has(path) || overwrite.has(path))
    const restored = await restore(workspace, known, chosen)
    const drafts = toRewindDrafts({ past, now: now.states, restored })
    return { drafts, earlier: past.threads, now: now.threads }
  })
}

const RUN_IS_ON = 'A run is on. Stop it first, or let it come to its end.'

function changed(): AppError {
  const message = 'Files have changed since this was shown. Look at what would be done now.'
  return new AppError('conflict', message)
}

interface Looked {
  readonly past: Past
  /** The files as they were then. */
  readonly known: KnownTree
  readonly now: Past
}

async function look(store: Store, { sessionId, seq }: Moment): Promise<Looked> {
  const past = await readPast(store, sessionId, seq)
  const now = await readPast(store, sessionId, store.events.lastSeq(sessionId))
  const leftOut = findDataFolder(getSession(store, sessionId).root, store.dataDir)
  return { past, known: toKnownTree(past.files, store.blobs, leftOut), now }
}

/** Where nothing was recorded, nothing is known to have changed. */
async function findChanges(root: string, known: KnownTree): Promise<readonly TreeChange[]> {
  return known.tree ? await compareWith(root, known) : []
}

/** Its content is not to be had. */
function isLost(before: TreeChange['before']): boolean {
  return before !== null && before.hash === null
}

/** What would be done, by a name: another one once a file has changed again. */
function nameOf(changes: readonly TreeChange[]): string {
  return createHash('sha256').update(JSON.stringify(changes)).digest('hex')
}

/** Paths that a person, or nobody knows who, has changed since: also while nobody looked. */
async function findOwn(
  store: Store,
  past: Past,
  { changes, now }: { readonly changes: readonly TreeChange[]; readonly now: Past },
): Promise<ReadonlySet<string>> {
  const own = await findOwnInLog(store, past)
  const logged = filesOf(toKnownTree(now.files, store.blobs))
  const unseen = changes.filter(
    ({ path, after }) => (after?.hash ?? null) !== (logged.get(path)?.hash ?? null),
  )
  const inLog = changes.filter(({ path }) => own.has(toAgentPath(path)))
  return new Set([...inLog, ...unseen].map(({ path }) => path))
}

async function findOwnInLog(store: Store, past: Past): Promise<ReadonlySet<string>> {
  const own = new Set<string>()
  for await (const page of inTurns(store.events.read(past.sessionId, { after: past.seq }))) {
    for (const event of page) noteOwn(own, event)
  }
  return own
}

function noteOwn(own: Set<string>, event: AnyEvent): void {
  // What was restored was written for a person, and is not their work.
  if (event.kind === 'session.rewound') for (const path of event.data.restored) own.delete(path)
  if (event.kind !== 'file.changed') return
  const { path, by } = event.data
  if (by.type !== 'call') own.add(path)
}

/** Answers the paths, as agents see them, that are as they were. */
async function restore(
  workspace: Workspace,
  known: KnownTree,
  changes: readonly TreeChange[],
): Promise<readonly string[]> {
  const files = filesOf(known)
  const restored: string[] = []
  const removedFirst = changes.toSorted(
    (a, b) => Number(b.before === null) - Number(a.before === null),
  )
  for (const { path, before } of removedFirst) {
    const bytes = before?.hash && (await workspace.content(before.hash))
    if (before !== null && !bytes) continue
    const content = bytes ? { bytes, mode: files.get(path)?.mode ?? 0 } : null
    await workspace.restore(toAgentPath(path), content)
    restored.push(toAgentPath(path))
  }
  return restored
}

interface RewindDrafts {
  readonly past: Past
  readonly now: SessionStates
  /** Paths as agents see them. */
  readonly restored: readonly string[]
}

/** What says that a session was rewound, and sets back what its events alone do not. */
function toRewindDrafts({ past, now, restored }: RewindDrafts): readonly Draft[] {
  const { seq: to, at, stepsLeftOut, states } = past
  return [
    ...closeApprovals(now, 'The session was rewound to before this.'),
    ...dissolved(states, now),
    ...plansOf(states, now),
    { kind: 'session.rewound', data: { to, at, stepsLeftOut, restored: [...restored] } },
  ]
}

/** Nobody knows any more of a team that was made since. */
function dissolved(then: SessionStates, now: SessionStates): readonly Draft[] {
  return Object.keys(now.delegation.teams)
    .filter((name) => then.delegation.teams[name] === undefined)
    .map((name) => ({ kind: 'team.deleted', data: { name } }))
}

function plansOf(then: SessionStates, now: SessionStates): readonly Draft[] {
  return Object.entries(now.todos.byAgent).flatMap(([id, todos]): Draft[] => {
    const agentId = SpanId.parse(id)
    const before = then.todos.byAgent[agentId] ?? []
    if (JSON.stringify(before) === JSON.stringify(todos)) return []
    return [{ kind: 'todos.changed', agentId, data: { todos: [...before] } }]
  })
}
