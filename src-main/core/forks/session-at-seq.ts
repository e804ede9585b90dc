import type { ForkPreview } from '#shared/contract/procedures/forks.ts'
import { LEAD_TYPE } from '#shared/events/agent.ts'
import type { AnyEvent, EventFor } from '#shared/events/index.ts'
import type { BlobRef, FileContent } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId, SpanId } from '#shared/lib/ids.ts'
import { fold } from '#shared/projections/define.ts'
import { type FilesState, files } from '#shared/projections/files.ts'
import { foldStates, initStates, type SessionStates } from '#shared/projections/index.ts'
import { LEAD } from '../agents/recording/span-ids.ts'
import { isWholeThread } from '../agents/recording/thread-namespaces.ts'
import { inTurns } from '../runtime/yield-in-slices.ts'
import { getSession } from '../sessions/session-rows.ts'
import type { Store } from '../store/store.ts'
import { foldSummary, initSummary, type OpenSpan } from '../store/tables/session-summary.ts'
import { toPlace } from '../workspace/paths/agent-path.ts'
import { filesOf, toKnownTree } from '../workspace/tree/tree-protocol.ts'

/** Where a checkpoint is in the log. */
interface SavedThread {
  readonly checkpointId: string
  readonly seq: number
}

/** A session as it was at one of its events, as far as another can begin there. */
export interface Past {
  readonly sessionId: SessionId
  readonly seq: number
  readonly at: number
  readonly states: SessionStates
  /** The content of its files then. Before the snapshot of a run's start, that snapshot tells. */
  readonly files: FilesState
  /** The commit that was checked out, where it is known. */
  readonly head?: string
  readonly openSpans: readonly OpenSpan[]
  /** By namespace: the last checkpoint of each thread then. */
  readonly threads: ReadonlyMap<string, SavedThread>
  readonly stepsLeftOut: number
}

/** Fails with `invalid-input` where the session has no such event. */
export async function readPast(store: Store, sessionId: SessionId, asked: number): Promise<Past> {
  getSession(store, sessionId)
  const last = store.events.lastSeq(sessionId)
  if (asked > last) {
    const message = `The session has ${last} events: there is no event ${asked}.`
    throw new AppError('invalid-input', message)
  }
  const seq = wholeFrom(store, sessionId, asked)
  const reading = new Reading()
  for await (const page of inTurns(store.events.read(sessionId, { through: seq }))) {
    reading.take(page)
  }
  const { states, at, threads, stepsLeftOut } = reading
  const recorded = reading.isBeforeSnapshot
    ? await readNextSnapshot(store, { sessionId, seq }, states.files)
    : states.files
  const files = await addLateRecordedFiles(store, { sessionId, seq }, recorded)
  return {
    ...{ sessionId, seq, at, states, threads, stepsLeftOut, files },
    openSpans: Object.values(reading.summary.open),
    ...(files.head !== undefined && { head: files.head }),
  }
}

/** What is said of it to a person. */
export function toConversation({ threads, stepsLeftOut }: Past): ForkPreview['conversation'] {
  const checkpointSeq = threads.get(LEAD)?.seq
  return { ...(checkpointSeq !== undefined && { checkpointSeq }), stepsLeftOut }
}

class Reading {
  readonly states = initStates()
  readonly summary = initSummary()
  at = 0
  #saved: (SavedThread & { readonly namespace: string })[] = []
  #steps: number[] = []
  #leadId: SpanId | undefined
  #isSnapshotDue = true

  take(page: readonly AnyEvent[]): void {
    foldStates(this.states, page)
    foldSummary(this.summary, page)
    for (const event of page) this.#look(event)
    this.at = page.at(-1)?.at ?? this.at
  }

  get threads(): ReadonlyMap<string, SavedThread> {
    return new Map(this.#saved.map(({ namespace, ...saved }) => [namespace, saved]))
  }

  /** Steps of the lead that its last checkpoint does not have. */
  get stepsLeftOut(): number {
    const saved = this.threads.get(LEAD)?.seq ?? 0
    return this.#steps.filter((seq) => seq > saved).length
  }

  /** Whether the snapshot of the session's creation, or of the run that is on, is still to come. */
  get isBeforeSnapshot(): boolean {
    return this.#isSnapshotDue
  }

  #look(event: AnyEvent): void {
    switch (event.kind) {
      case 'run.started':
        this.#isSnapshotDue = true
        return
      case 'snapshot.taken':
        this.#isSnapshotDue = false
        return
      case 'run.ended':
        this.#isSnapshotDue = this.states.files.tree === undefined
        return
      case 'agent.started':
        if (event.data.type === LEAD_TYPE) this.#leadId ??= event.agentId
        return
      case 'model.started':
        if (this.#isStep(event)) this.#steps.push(event.seq)
        return
      case 'session.rewound':
        this.#forgetAfter(event.data.to)
        return
      case 'checkpoint.saved':
        this.#save(event)
    }
  }

  #save({ seq, data }: EventFor<'checkpoint.saved'>): void {
    const { namespace, checkpointId } = data
    if (isWholeThread(namespace)) this.#saved.push({ namespace, checkpointId, seq })
  }

  #isStep({ agentId, data }: EventFor<'model.started'>): boolean {
    return agentId === this.#leadId && data.purpose === 'step' && data.attempt === 1
  }

  #forgetAfter(to: number): void {
    this.#steps = this.#steps.filter((seq) => seq <= to)
    this.#saved = this.#saved.filter(({ seq }) => seq <= to)
  }
}

/** Far more threads than a session has. */
const MOST = 500

/** What a rewind wrote in one go is not taken apart: its threads are saved right after it is said. */
function wholeFrom({ events }: Store, sessionId: SessionId, asked: number): number {
  const [first, ...rest] = [
    ...events.read(sessionId, { after: asked - 1, through: asked + MOST }),
  ].flat()
  if (first?.kind !== 'session.rewound') return asked
  const after = rest.findIndex(({ kind }) => kind !== 'checkpoint.saved')
  return asked + (after < 0 ? rest.length : after)
}

/**
 * Reads the snapshot that comes next, without what a person or a call changed before it was taken.
 * Answers `known` where none comes before the run's end.
 */
async function readNextSnapshot(
  store: Store,
  { sessionId, seq }: { readonly sessionId: SessionId; readonly seq: number },
  known: FilesState,
): Promise<FilesState> {
  const state = files.copy(known)
  const undone: Record<string, FileContent | null> = {}
  for await (const page of inTurns(store.events.read(sessionId, { after: seq }))) {
    for (const event of page) {
      if (event.kind === 'run.ended' && known.tree) return known
      if (event.kind === 'file.changed') noteUndone(undone, event)
      fold(files, state, [event])
      if (event.kind === 'snapshot.taken') return withContents(state, undone)
    }
  }
  return known
}

/** The first change tells how the file was. */
function noteUndone(
  undone: Record<string, FileContent | null>,
  { data: { path, before, by } }: EventFor<'file.changed'>,
): void {
  const isOurs = by.type === 'person' || by.type === 'call'
  if (isOurs && !Object.hasOwn(undone, path)) undone[path] = before
}

function withContents(state: FilesState, contents: FilesState['sinceTree']): FilesState {
  return { ...state, sinceTree: { ...state.sinceTree, ...contents } }
}

/**
 * Adds files that the log first recorded after `seq`, such as ignored files and those of nested repositories, with
 * the content that their first change replaced.
 */
async function addLateRecordedFiles(
  store: Store,
  { sessionId, seq }: { readonly sessionId: SessionId; readonly seq: number },
  state: FilesState,
): Promise<FilesState> {
  const late = new LateRecordedFiles(store, state)
  for await (const page of inTurns(store.events.read(sessionId, { after: seq }))) {
    for (const event of page) {
      if (event.kind === 'snapshot.taken') late.tree = event.data.tree
      if (event.kind === 'file.changed') late.add(event.data)
    }
  }
  return { ...state, sinceTree: { ...state.sinceTree, ...late.found } }
}

class LateRecordedFiles {
  readonly found: Record<string, FileContent> = {}
  /** The last snapshot before the change that is added next. */
  tree: BlobRef | undefined
  readonly #store: Store
  readonly #known: ReadonlyMap<string, unknown>
  readonly #changed = new Set<string>()
  #read: { readonly tree: BlobRef; readonly files: ReadonlyMap<string, unknown> } | undefined

  constructor(store: Store, state: FilesState) {
    this.#store = store
    this.#known = filesOf(toKnownTree(state, store.blobs))
  }

  /** The first change of a file counts. One that a later tree has may have been made in between. */
  add({ path, before }: Pick<EventFor<'file.changed'>['data'], 'path' | 'before'>): void {
    const place = toPlace(path)
    if (place.type !== 'project' || this.#changed.has(path)) return
    this.#changed.add(path)
    // Reading a tree takes long, so a file that is new, as most are, doesn't get that far.
    if (before === null || this.#known.has(place.relative)) return
    if (!this.#isInTree(place.relative)) this.found[path] = before
  }

  #isInTree(relative: string): boolean {
    const { tree } = this
    if (!tree) return false
    if (this.#read?.tree !== tree) {
      const json = this.#store.blobs.get(tree.ref)
      this.#read = { tree, files: filesOf({ ...(json && { tree: json }), changes: {}, kept: [] }) }
    }
    return this.#read.files.has(relative)
  }
}
