import type { AnyEvent } from '#shared/events/index.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import {
  copyStates,
  foldStates,
  initStates,
  layStates,
  type SessionStates,
} from '#shared/projections/index.ts'
import { type Buckets, densityOf, indexAfterSeq, indexAfterTime, lastBegun } from './event-times.ts'
import type { SessionView } from './session-view.ts'
import { TAKEN_BACK, UndoJournal } from './undo-journal.ts'

/** How many events lie between two copies that are kept of a session's states. */
export const COPY_EVERY = 1000
/** How many of the pasts asked for last are kept, so that a scrubbed playhead folds from near by. */
const RECENT = 6
/** A kept past is folded on from as long as no copy is nearer by more events than this: it is there already. */
const FOLDED_AS_FAST = 1_000

interface Copy {
  readonly seq: number
  readonly states: SessionStates
}

/**
 * One session, as far as this window has it. It opens with the states at the log's end, or with what
 * is seen of them at first; the log up to there follows in pages, from its beginning; what is appended
 * later is folded as it comes.
 */
export class SessionStore implements Disposable {
  readonly #changed = new Emitter<void>()
  /** Only where the newest view did: history that comes in changes nothing of it. */
  readonly #liveChanged = new Emitter<void>()
  /** From the log's beginning, as far as it has come; all of it once the history is complete. */
  #history: AnyEvent[] = []
  /** What was appended since the session was opened, until the history has reached it. */
  #appended: AnyEvent[] = []
  #openedSeq = 0
  #isOpen = false
  /** Nothing is missing from the states: they can be folded on. */
  #isWhole = false
  /** What was appended until they were. */
  #held: AnyEvent[] = []
  #states = initStates()
  #past = initStates()
  readonly #copies: Copy[] = []
  readonly #recent: UndoJournal[] = []

  /** Calls back when anything has arrived: live events or pages of history. */
  readonly subscribe = this.#changed.subscribe

  /** The newest view. It changes in place. */
  readonly live: SessionView = this.#liveView()

  /**
   * Takes over the states the host folded; the history up to `seq` is still to come. What is not whole
   * may be filled until this is called again.
   */
  open(seq: number, states: SessionStates, isWhole = true): void {
    const held = isWhole ? this.#held : []
    this.#held = []
    this.#appended = []
    this.#isOpen = true
    this.#isWhole = isWhole
    this.#openedSeq = seq
    this.#states = states
    if (isWhole && seq > 0) this.#copies.push({ seq, states: copyStates(states) })
    this.#announceLive()
    this.receive(held)
  }

  get isOpen(): boolean {
    return this.#isOpen
  }

  get isWhole(): boolean {
    return this.#isWhole
  }

  /** What the host had folded when the session was opened: the history goes up to here. */
  get openedSeq(): number {
    return this.#openedSeq
  }

  get lastSeq(): number {
    return this.#appended.at(-1)?.seq ?? Math.max(this.#openedSeq, this.#lastOfHistory(0))
  }

  /** The log is here from its beginning up to this seq. */
  get historySeq(): number {
    return this.isHistoryComplete ? this.lastSeq : this.#lastOfHistory(0)
  }

  /** Whether the playhead can go anywhere. */
  get isHistoryComplete(): boolean {
    return this.#isOpen && this.#appended.length === 0 && this.#lastOfHistory(0) >= this.#openedSeq
  }

  /** Events after `lastSeq`, in order. What is known already is left out. */
  receive(events: readonly AnyEvent[]): void {
    if (!this.#isWhole) {
      this.#held.push(...events)
      return
    }
    const { lastSeq } = this
    const fresh = events.filter(({ seq }) => seq > lastSeq)
    if (fresh.length === 0) return
    const isComplete = this.isHistoryComplete
    this.#foldInSteps(this.#states, fresh)
    for (const event of fresh) (isComplete ? this.#history : this.#appended).push(event)
    this.#announceLive()
  }

  /** A page of the log before the session was opened, in order from its beginning. */
  receiveHistory(events: readonly AnyEvent[]): void {
    const last = this.#lastOfHistory(0)
    const fresh = events.filter(({ seq }) => seq > last && seq <= this.#openedSeq)
    this.#foldInSteps(this.#past, fresh)
    for (const event of fresh) this.#history.push(event)
    this.#joinWhenComplete()
    this.#changed.fire()
  }

  /** Says that the history has ended, also where its last events are of kinds unknown here. */
  completeHistory(): void {
    this.#openedSeq = Math.min(this.#openedSeq, this.#lastOfHistory(0))
    this.#joinWhenComplete()
    this.#changed.fire()
  }

  /**
   * The session as it was when `seq` had just been written. Where the history has not come so far,
   * the last view that can be had before it: its `seq` tells.
   */
  at(seq: number): SessionView {
    const past = this.#findRecent(seq)
    if (past) return this.#viewOf(this.#moveTo(past, seq))
    const made = this.#copyAt(seq, this.#goesBack(seq))
    this.#keepRecent(made)
    return this.#viewOf(made)
  }

  /** Whether `at(seq)` can be had. */
  isLoaded(seq: number): boolean {
    return seq <= this.historySeq || (this.#isWhole && seq >= this.#openedSeq)
  }

  /**
   * When `seq` happened, in milliseconds since the epoch. What is not here yet happened when the last
   * span before it began, as far as is known.
   */
  atOf(seq: number): number {
    const event = this.eventAt(seq)
    if (event) return event.at
    const { timeline } = this.#states
    if (seq >= this.#openedSeq) return timeline.lastAt ?? 0
    const begun = lastBegun(timeline, (span) => span.seq <= seq)
    return Math.max(this.#history.at(-1)?.at ?? 0, begun?.startedAt ?? 0)
  }

  /** The last event at or before a time, or of what is not here yet the last span's; 0 before the first. */
  seqAt(time: number): number {
    const lastAppended = this.#appended[indexAfterTime(this.#appended, time) - 1]
    if (lastAppended) return lastAppended.seq
    const index = indexAfterTime(this.#history, time)
    const seq = this.#history[index - 1]?.seq ?? 0
    if (index < this.#history.length || this.isHistoryComplete) return seq
    const { timeline } = this.#states
    if (time >= (timeline.lastAt ?? Number.POSITIVE_INFINITY)) return this.#openedSeq
    return Math.max(seq, lastBegun(timeline, (span) => span.startedAt <= time)?.seq ?? 0)
  }

  /** The event with this seq, or the nearest before it; absent until that part of the log is here. */
  eventAt(seq: number): AnyEvent | undefined {
    const appended = this.#appended[indexAfterSeq(this.#appended, seq) - 1]
    if (appended) return appended
    if (seq > this.#lastOfHistory(0) && !this.isHistoryComplete) return undefined
    return this.#history[indexAfterSeq(this.#history, seq) - 1]
  }

  /** The first event after `seq` that is here. */
  eventAfter(seq: number): AnyEvent | undefined {
    return (
      this.#history[indexAfterSeq(this.#history, seq)] ??
      this.#appended[indexAfterSeq(this.#appended, seq)]
    )
  }

  /** The events after one seq up to and including another, in order, as far as they are here. */
  eventsBetween(after: number, through: number): readonly AnyEvent[] {
    const from = (events: readonly AnyEvent[]) =>
      events.slice(indexAfterSeq(events, after), indexAfterSeq(events, through))
    const history = from(this.#history)
    // Appended events follow on the history only where the one reaches the other.
    return after >= this.#openedSeq ? [...history, ...from(this.#appended)] : history
  }

  /** How many events fall into each stretch of a time; of what is loaded. */
  density(buckets: Buckets): readonly number[] {
    const appended = densityOf(this.#appended, buckets)
    return densityOf(this.#history, buckets).map((count, bucket) => count + (appended[bucket] ?? 0))
  }

  [Symbol.dispose](): void {
    this.#changed[Symbol.dispose]()
    this.#liveChanged[Symbol.dispose]()
  }

  #liveView(): SessionView {
    const store = this
    return {
      subscribe: this.#liveChanged.subscribe,
      state: (name) => store.#states[name],
      get seq() {
        return store.lastSeq
      },
      get at() {
        return store.#states.timeline.lastAt ?? 0
      },
    }
  }

  #announceLive(): void {
    this.#changed.fire()
    this.#liveChanged.fire()
  }

  #lastOfHistory(none: number): number {
    return this.#history.at(-1)?.seq ?? none
  }

  /** Folds in place, and keeps a copy wherever another `COPY_EVERY` events are full. */
  #foldInSteps(states: SessionStates, events: readonly AnyEvent[]): void {
    let start = 0
    for (let index = 0; index < events.length; index += 1) {
      const event = events[index]
      if (!event || event.seq % COPY_EVERY !== 0) continue
      foldStates(states, events.slice(start, index + 1))
      this.#copies.push({ seq: event.seq, states: copyStates(states) })
      start = index + 1
    }
    foldStates(states, events.slice(start))
  }

  #joinWhenComplete(): void {
    if (this.#lastOfHistory(0) < this.#openedSeq) return
    for (const event of this.#appended) this.#history.push(event)
    this.#appended = []
    this.#past = initStates()
  }

  /** What is moved on leaves a view of where it was: that one is then made anew, for itself. */
  #viewOf(past: UndoJournal): SessionView {
    const { seq } = past
    let own = past
    return {
      subscribe: () => () => {},
      state: (name) => {
        if (own.seq !== seq) own = this.#copyAt(seq)
        return own.states[name]
      },
      seq,
      at: this.atOf(seq),
    }
  }

  /** The kept past from which the way to a seq is shortest, and shorter than that of a new copy. */
  #findRecent(seq: number): UndoJournal | undefined {
    const copied = nearest(this.#copies, seq)?.seq ?? 0
    const canReach = (past: UndoJournal) =>
      past.seq > seq
        ? past.firstSeq <= seq
        : past.seq + FOLDED_AS_FAST >= copied && this.#isUnbroken(past.seq, seq)
    const [first] = this.#recent
      .filter(canReach)
      .toSorted((a, b) => Math.abs(a.seq - seq) - Math.abs(b.seq - seq))
    return first
  }

  /** Whether every event between the two is here: the history may not have come so far. */
  #isUnbroken(from: number, to: number): boolean {
    return from >= this.#openedSeq || to <= this.historySeq
  }

  /** A little before a past that is kept: whoever goes back so goes on going back. */
  #goesBack(seq: number): boolean {
    return this.#recent.some((past) => past.seq > seq && past.seq - seq <= TAKEN_BACK)
  }

  #copyAt(seq: number, goesBack = false): UndoJournal {
    const copy = nearest(this.#copies, seq)
    const states = copy ? layStates(copy.states) : initStates()
    const made = new UndoJournal(states, copy?.seq ?? 0)
    const events = this.eventsBetween(made.seq, seq)
    if (goesBack) made.fold(events)
    else made.foldForGood(events)
    return made
  }

  #moveTo(past: UndoJournal, seq: number): UndoJournal {
    const events = this.eventsBetween(past.seq, seq)
    if (past.seq > seq) past.takeBack(seq)
    else if (events.length <= TAKEN_BACK) past.fold(events)
    else past.foldForGood(events)
    return past
  }

  #keepRecent(past: UndoJournal): void {
    this.#recent.push(past)
    if (this.#recent.length > RECENT) this.#recent.shift()
  }
}

/** The last of these at or before a seq. */
function nearest<C extends Copy>(copies: readonly C[], seq: number): C | undefined {
  let best: C | undefined
  for (const copy of copies) {
    if (copy.seq <= seq && (!best || copy.seq > best.seq)) best = copy
  }
  return best
}
