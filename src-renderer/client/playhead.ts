import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionStore } from './session-store.ts'

export const SPEEDS = [1, 2, 4, 8, 16] as const
export type Speed = (typeof SPEEDS)[number]

/** Where the session is looked at, and whether that place moves by itself. */
export interface PlayheadState {
  readonly position: 'live' | number
  readonly isPlaying: boolean
  readonly speed: Speed
}

/** What moves a playing playhead: calls back before the next frame, with milliseconds that only grow. */
export interface FrameClock {
  now(): number
  /** Answers what takes the request back. */
  request(onFrame: () => void): () => void
}

/** Nobody watches nothing happen: for as long as this, playing waits for the next event. */
const LONGEST_WAIT_MS = 1000

/** One place in a session's log: `live`, or a seq. Every panel is drawn as of it. */
export class Playhead implements Disposable {
  readonly #store: SessionStore
  readonly #clock: FrameClock
  readonly #changed = new Emitter<void>()
  #state: PlayheadState = { position: 'live', isPlaying: false, speed: 1 }
  /** The log's time that playing has reached, and the clock's when it did. */
  #playedTo = 0
  #lastFrame = 0
  #cancelFrame = () => {}

  constructor(store: SessionStore, clock: FrameClock) {
    this.#store = store
    this.#clock = clock
  }

  readonly subscribe = (onChange: () => void): (() => void) => {
    const listening = this.#changed.event(onChange)
    return () => listening[Symbol.dispose]()
  }

  readonly state = (): PlayheadState => this.#state

  /** Goes to a seq of the log; playing goes on from there. */
  seek(seq: number): void {
    const position = Math.max(1, Math.min(Math.round(seq), this.#store.lastSeq))
    this.#playedTo = this.#store.atOf(position)
    this.#set({ position })
  }

  goLive(): void {
    this.#cancelFrame()
    this.#set({ position: 'live', isPlaying: false })
  }

  /** Plays from where it is; from the start where it is at the end. */
  play(): void {
    const { position, isPlaying } = this.#state
    if (position === 'live' || position >= this.#store.lastSeq) this.seek(1)
    this.#set({ isPlaying: true })
    if (isPlaying) return
    this.#lastFrame = this.#clock.now()
    this.#requestFrame()
  }

  /** How fast it plays, or will. */
  setSpeed(speed: Speed): void {
    this.#set({ speed })
  }

  pause(): void {
    this.#cancelFrame()
    this.#set({ isPlaying: false })
  }

  [Symbol.dispose](): void {
    this.#cancelFrame()
    this.#changed[Symbol.dispose]()
  }

  #requestFrame(): void {
    this.#cancelFrame = this.#clock.request(() => this.#advance())
  }

  #advance(): void {
    const now = this.#clock.now()
    const { position, speed } = this.#state
    if (position === 'live') return
    this.#skipWait(position)
    this.#playedTo += (now - this.#lastFrame) * speed
    this.#lastFrame = now
    const seq = Math.max(position, Math.min(this.#store.seqAt(this.#playedTo), this.#reach()))
    if (seq >= this.#store.lastSeq) {
      this.goLive()
      return
    }
    if (seq !== position) this.#set({ position: seq })
    this.#requestFrame()
  }

  /** How far the log is here without a gap. */
  #reach(): number {
    return this.#store.isHistoryComplete ? this.#store.lastSeq : this.#store.historySeq
  }

  /** Of a stretch without events only the end is played: a second of it, whatever the speed. */
  #skipWait(position: number): void {
    const next = this.#store.eventAfter(position)
    if (!next) return
    this.#playedTo = Math.max(this.#playedTo, next.at - LONGEST_WAIT_MS * this.#state.speed)
  }

  #set(change: Partial<PlayheadState>): void {
    this.#state = { ...this.#state, ...change }
    this.#changed.fire()
  }
}
