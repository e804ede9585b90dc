import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { KeptValues } from '#shared/lib/memoized-iterable.ts'
import {
  copyStates,
  foldStates,
  initStates,
  type SessionStates,
} from '#shared/projections/index.ts'
import { cutStates, type StatesAt, type StatesPiece } from '#shared/wire/state-chunks.ts'
import { inTurns } from '../../runtime/yield-in-slices.ts'
import type { EventLog } from './event-log.ts'

interface Entry {
  seq: number
  states: SessionStates
  /** Somebody reads them as they are now: what is appended is folded into a copy. */
  isLent: boolean
  /** What windows are sent of these states, as far as one has asked for it. */
  pieces?: Iterable<StatesPiece>
}

/** How many sessions are kept folded. */
const KEPT = 8

/** The states at the end of each session's log, kept up while a session is in use. */
export class LiveStates implements Disposable {
  readonly #log: EventLog
  /** Least recently used first. */
  readonly #entries = new Map<SessionId, Entry>()
  /** What is folded in turns now: who asks for the same waits for that, and nothing is read twice. */
  readonly #underWay = new Map<Entry, Promise<void>>()
  readonly #subscription: Disposable

  constructor(log: EventLog) {
    this.#log = log
    this.#subscription = log.onDidAppend((appended) => this.#keepUp(appended))
  }

  /**
   * Folds what is missing at once: of a long session nobody has loaded, that holds the thread. The
   * states change with the next append; `copyStates` makes them yours.
   */
  of(sessionId: SessionId): StatesAt {
    const entry = this.#entryOf(sessionId)
    this.#foldMissing(sessionId, entry)
    return entry
  }

  /**
   * As `of`, but others get their turn while a long log is folded, and the states stay as they are.
   * They are lent to all who ask for the same: who folds on copies them.
   */
  async load(sessionId: SessionId): Promise<StatesAt> {
    return lend(await this.#foldWhole(sessionId))
  }

  /** The same in pieces, each cut when it is first asked for and kept while the log does not grow. */
  async loadPieces(sessionId: SessionId): Promise<Iterable<StatesPiece>> {
    return piecesOf(await this.#foldWhole(sessionId))
  }

  /** Folds a session and cuts it before anybody asks for it; in turns, until the signal. */
  async prepare(sessionId: SessionId, signal: AbortSignal): Promise<void> {
    const entry = this.#entryOf(sessionId)
    await this.#foldInTurns(sessionId, entry, signal)
    if (signal.aborted) return
    for await (const _piece of inTurns(piecesOf(entry))) if (signal.aborted) return
  }

  /** Drops what is kept of a session that was deleted. */
  forget(sessionId: SessionId): void {
    this.#entries.delete(sessionId)
  }

  async #foldWhole(sessionId: SessionId): Promise<Entry> {
    const entry = this.#entryOf(sessionId)
    await this.#foldInTurns(sessionId, entry)
    // It may have made room for others meanwhile: what was folded is not folded again.
    this.#foldMissing(sessionId, entry)
    return entry
  }

  #foldInTurns(sessionId: SessionId, entry: Entry, signal?: AbortSignal): Promise<void> {
    const underWay = this.#underWay.get(entry)
    if (underWay) return underWay
    const folding = this.#foldEach(sessionId, entry, signal).finally(() =>
      this.#underWay.delete(entry),
    )
    this.#underWay.set(entry, folding)
    return folding
  }

  async #foldEach(sessionId: SessionId, entry: Entry, signal?: AbortSignal): Promise<void> {
    const missing = this.#log.read(sessionId, { after: entry.seq })
    for await (const events of inTurns(missing)) {
      if (signal?.aborted) return
      add(entry, events)
    }
  }

  #foldMissing(sessionId: SessionId, entry: Entry): void {
    for (const events of this.#log.read(sessionId, { after: entry.seq })) add(entry, events)
  }

  #entryOf(sessionId: SessionId): Entry {
    const entry = this.#entries.get(sessionId) ?? { seq: 0, states: initStates(), isLent: false }
    this.#entries.delete(sessionId)
    this.#entries.set(sessionId, entry)
    const [oldest] = this.#entries.keys()
    if (oldest && this.#entries.size > KEPT) this.#entries.delete(oldest)
    return entry
  }

  /** Spares reading the log again; what does not follow on is read when it is asked for. */
  #keepUp(events: readonly AnyEvent[]): void {
    const [first] = events
    const entry = first && this.#entries.get(first.sessionId)
    if (entry?.seq === (first?.seq ?? 0) - 1) add(entry, events)
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]()
    this.#entries.clear()
  }
}

function lend(entry: Entry): StatesAt {
  entry.isLent = true
  return { seq: entry.seq, states: entry.states }
}

function piecesOf(entry: Entry): Iterable<StatesPiece> {
  entry.pieces ??= new KeptValues(cutStates(lend(entry)))
  return entry.pieces
}

function add(entry: Entry, events: readonly AnyEvent[]): void {
  // Another reader may have folded some of them meanwhile.
  const fresh = events.filter((event) => event.seq > entry.seq)
  if (fresh.length === 0) return
  if (entry.isLent) entry.states = copyStates(entry.states)
  entry.isLent = false
  delete entry.pieces
  foldStates(entry.states, fresh)
  entry.seq = fresh.at(-1)?.seq ?? entry.seq
}
