import { createHash, randomBytes } from 'node:crypto'
import type { ReplayChoice } from '#shared/contract/procedures/exchange.ts'
import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { Hash, type RunId, type SessionId } from '#shared/lib/ids.ts'
import type { EventLog } from '../store/events/event-log.ts'

/** One run of a session, by the places of its events. */
interface RunRange {
  readonly runId: RunId
  readonly firstSeq: number
  readonly lastSeq: number
  /** Of the last tree of the project that was taken before it; 0: none was. */
  readonly treeSeq: number
}

/** What holds in a run, though it was said before. */
const BEFORE: ReadonlySet<Kind> = new Set<Kind>([
  'session.created',
  'session.forked',
  'session.renamed',
  'session.configured',
  'rule.added',
  'task.changed',
  'rule.revoked',
])

/** A session’s runs, in the order in which they began. */
export function findRuns(events: EventLog, sessionId: SessionId): readonly RunRange[] {
  const seen = new Map<RunId, RunRange>()
  const begun: RunId[] = []
  let treeSeq = 0
  for (const { kind, runId, seq } of eventsOf(events, sessionId)) {
    if (runId) {
      const { firstSeq, treeSeq: before } = seen.get(runId) ?? { firstSeq: seq, treeSeq }
      seen.set(runId, { runId, firstSeq, lastSeq: seq, treeSeq: before })
      if (kind === 'run.started') begun.push(runId)
    }
    if (kind === 'snapshot.taken') treeSeq = seq
  }
  return begun.flatMap((runId) => seen.get(runId) ?? [])
}

/** Fails with a sentence where the session has no such run. */
export function getRun(runs: readonly RunRange[], number: number): RunRange {
  const run = runs[number - 1]
  if (run) return run
  const has = runs.length === 1 ? 'one run' : `${runs.length} runs`
  throw new AppError('not-found', `The session has ${has}: there is no run ${number}.`)
}

/** The events of a session; of one run, with what held before it, numbered anew from 1. */
export function* selectEvents(
  events: EventLog,
  sessionId: SessionId,
  run: RunRange | undefined,
): Generator<AnyEvent> {
  if (!run) {
    yield* eventsOf(events, sessionId)
    return
  }
  const places = new Map<number, number>()
  for (const event of eventsOf(events, sessionId)) {
    if (!isPartOf(event, run, places)) continue
    places.set(event.seq, places.size + 1)
    yield renumber(event, places)
  }
}

function* eventsOf(events: EventLog, sessionId: SessionId): Generator<AnyEvent> {
  for (const page of events.read(sessionId)) yield* page
}

type Places = ReadonlyMap<number, number>

function isPartOf(event: AnyEvent, run: RunRange, places: Places): boolean {
  const { kind, runId, seq } = event
  // A person marks a place whenever they look at it.
  if (isMark(event)) return places.has(event.data.seq)
  if (seq > run.lastSeq) return false
  if (seq >= run.firstSeq) return runId === undefined || runId === run.runId
  if (BEFORE.has(kind) || seq === run.treeSeq) return true
  return kind === 'file.changed' && seq > run.treeSeq
}

function isMark(event: AnyEvent): event is EventFor<'bookmark.added' | 'bookmark.removed'> {
  return event.kind === 'bookmark.added' || event.kind === 'bookmark.removed'
}

/** What names other events of the session by their places names them by the new ones. */
function renumber(event: AnyEvent, places: Places): AnyEvent {
  const seq = places.get(event.seq) ?? event.seq
  switch (event.kind) {
    case 'bookmark.added':
      return { ...event, seq, data: { ...event.data, seq: placeOf(event.data.seq, places) } }
    case 'bookmark.removed':
      return { ...event, seq, data: { ...event.data, seq: placeOf(event.data.seq, places) } }
    case 'message.heard': {
      const messages = event.data.messages.flatMap((message) => places.get(message) ?? [])
      return { ...event, seq, data: { ...event.data, messages } }
    }
    case 'commit.made': {
      const { through } = event.data
      if (through === undefined) return { ...event, seq }
      return { ...event, seq, data: { ...event.data, through: placeOf(through, places) } }
    }
    case 'session.rewound':
      return { ...event, seq, data: { ...event.data, to: placeOf(event.data.to, places) } }
    // Its `seq` is of the session that was forked, which keeps its numbers.
    case 'session.forked': {
      const inherited = countUpTo(event.data.inherited, places)
      return { ...event, seq, data: { ...event.data, inherited } }
    }
    default:
      return { ...event, seq }
  }
}

/** Of an event that is left out: the place of the last that is kept before it; the first is always kept. */
function placeOf(seq: number, places: Places): number {
  return places.get(seq) ?? Math.max(1, countUpTo(seq, places))
}

function countUpTo(seq: number, places: Places): number {
  return places
    .keys()
    .filter((kept) => kept <= seq)
    .toArray().length
}

const MIB = 1024 * 1024

/** What a file that is sent around holds at most, in bytes. */
export const contentBounds = {
  /** One content. */
  one: 2 * MIB,
  /** All contents. */
  all: 192 * MIB,
  /** One file of the project that nobody changed; and all of these. */
  around: MIB / 2,
  allAround: 24 * MIB,
} as const

interface Wanted {
  readonly read: (hash: Hash) => Promise<Uint8Array | undefined>
  readonly files: ReplayChoice['files']
  readonly changed: ReadonlySet<Hash>
}

/** Gives out what a replay holds of what its events refer to, within bounds, and counts what it does not. */
export class WantedContents {
  readonly #wanted: Wanted
  readonly #leftOut = new Set<Hash>()
  readonly #salt = randomBytes(16)
  #bytes = 0
  #aroundBytes = 0

  constructor(wanted: Wanted) {
    this.#wanted = wanted
  }

  get leftOut(): number {
    return this.#leftOut.size
  }

  readonly find = async (hash: Hash, isOfTree: boolean): Promise<Uint8Array | undefined> => {
    const isAround = isOfTree && !this.#wanted.changed.has(hash)
    const content =
      isAround && this.#wanted.files !== 'all' ? undefined : await this.#wanted.read(hash)
    if (content && this.#hasRoom(content.byteLength, isAround)) {
      this.#leftOut.delete(hash)
      return content
    }
    this.#leftOut.add(hash)
    return undefined
  }

  /** Its own name would let others try out what it was. */
  readonly nameMissing = (hash: Hash): Hash => {
    const named = createHash('sha256').update(this.#salt).update(hash)
    return Hash.parse(`sha256:${named.digest('hex')}`)
  }

  #hasRoom(bytes: number, isAround: boolean): boolean {
    const { one, all, around, allAround } = contentBounds
    if (bytes > one || this.#bytes + bytes > all) return false
    if (isAround && (bytes > around || this.#aroundBytes + bytes > allAround)) return false
    this.#bytes += bytes
    if (isAround) this.#aroundBytes += bytes
    return true
  }
}
