import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import {
  copyStates,
  foldStates,
  initStates,
  type SessionStates,
} from '#shared/projections/index.ts'
import type { EventLog } from './event-log.ts'
import { inTurns } from './in-turns.ts'

/** The states of a session at `seq`. */
export interface StatesAt {
  readonly seq: number
  readonly states: SessionStates
}

interface Entry {
  seq: number
  readonly states: SessionStates
  /** Until the log's end was reached. */
  loading: Promise<void> | undefined
}

/** How many sessions are kept folded. */
const KEPT = 8

/** The states at the end of each session's log, kept up while a session is in use. */
export class LiveStates implements Disposable {
  readonly #log: EventLog
  readonly #subscription: Disposable
  /** Least recently used first. */
  readonly #entries = new Map<SessionId, Entry>()

  constructor(log: EventLog) {
    this.#log = log
    this.#subscription = log.onDidAppend((events) => this.#keepUp(events))
  }

  /** A copy: what is appended later does not change it. Its entities are shared, never changed. */
  async of(sessionId: SessionId): Promise<StatesAt> {
    const entry = this.#entries.get(sessionId) ?? this.#load(sessionId)
    this.#use(sessionId, entry)
    await entry.loading
    return { seq: entry.seq, states: copyStates(entry.states) }
  }

  /** Drops what is kept of a session that was deleted. */
  forget(sessionId: SessionId): void {
    this.#entries.delete(sessionId)
  }

  #load(sessionId: SessionId): Entry {
    const entry: Entry = { seq: 0, states: initStates(), loading: undefined }
    entry.loading = this.#foldToEnd(sessionId, entry)
    return entry
  }

  async #foldToEnd(sessionId: SessionId, entry: Entry): Promise<void> {
    try {
      for await (const events of inTurns(this.#log.read(sessionId))) add(entry, events)
      entry.loading = undefined
    } catch (error) {
      this.#entries.delete(sessionId)
      throw error
    }
  }

  #use(sessionId: SessionId, entry: Entry): void {
    this.#entries.delete(sessionId)
    this.#entries.set(sessionId, entry)
    const [oldest] = this.#entries.keys()
    if (oldest && this.#entries.size > KEPT) this.#entries.delete(oldest)
  }

  #keepUp(events: readonly AnyEvent[]): void {
    const sessionId = events[0]?.sessionId
    const entry = sessionId && this.#entries.get(sessionId)
    // One that is still loading finds them in the log.
    if (entry && !entry.loading) add(entry, events)
  }

  [Symbol.dispose](): void {
    this.#subscription[Symbol.dispose]()
    this.#entries.clear()
  }
}

function add(entry: Entry, events: readonly AnyEvent[]): void {
  foldStates(entry.states, events)
  entry.seq = events.at(-1)?.seq ?? entry.seq
}
