import { Emitter } from '#shared/lib/emitter.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import type { SessionView } from './session-view.ts'

/** A clock of milliseconds since the epoch, and something that rings once. */
export interface Ticker {
  now(): number
  /** Answers what takes the request back. */
  after(ms: number, act: () => void): () => void
}

const SECOND = 1000

/** What elapsed time is counted from: the beginning of the first run. */
export function originOf({ runs, firstAt }: Pick<TimelineState, 'runs' | 'firstAt'>): number {
  return runs[0]?.startedAt ?? firstAt ?? 0
}

interface ClockSources {
  readonly live: SessionView
  /** Whether the host's word reaches this window. */
  readonly isHeard: () => boolean
  readonly ticker: Ticker
}

/**
 * What time it is in a session: while a run is on and its host is heard, that of the clock; else
 * that of the last event. There is one for all panels, so that whatever counts shows the same second:
 * it ticks whenever another second has gone by since the session's first run began.
 */
export class SessionClock implements Disposable {
  readonly #live: SessionView
  readonly #isHeard: () => boolean
  readonly #ticker: Ticker
  readonly #ticked = new Emitter<void>()
  #listeners = 0
  #time = 0
  #cancel = () => {}

  constructor({ live, isHeard, ticker }: ClockSources) {
    this.#live = live
    this.#isHeard = isHeard
    this.#ticker = ticker
  }

  readonly subscribe = (onTick: () => void): (() => void) => {
    const unsubscribe = this.#ticked.subscribe(onTick)
    this.#listeners += 1
    if (this.#listeners === 1) this.#tick()
    return () => {
      unsubscribe()
      this.#listeners -= 1
      if (this.#listeners === 0) this.#cancel()
    }
  }

  /** As of the last tick; 0 where no run is on. It ticks only while somebody listens. */
  readonly time = (): number => (this.isOn ? this.#time : 0)

  /** This very moment; stands still from when the host is not heard any longer. */
  now(): number {
    const { at } = this.#live
    if (!this.isOn) return at
    return Math.max(at, this.#isHeard() ? this.#ticker.now() : this.#time)
  }

  get isOn(): boolean {
    return this.#live.state('status').runId !== undefined
  }

  [Symbol.dispose](): void {
    this.#cancel()
    this.#ticked[Symbol.dispose]()
  }

  #tick(): void {
    if (this.#isHeard()) this.#time = this.#ticker.now()
    const sinceSecond = (this.#ticker.now() - originOf(this.#live.state('timeline'))) % SECOND
    this.#cancel = this.#ticker.after(SECOND - sinceSecond, () => this.#tick())
    this.#ticked.fire()
  }
}
