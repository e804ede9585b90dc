import { Store } from '#shared/lib/store.ts'
import { type Pace, type PaceKeeper, rememberPace, type Speed } from './playback-speed.ts'
import type { SessionStore } from './session-store.ts'

/** Where the session is looked at, and whether and how that place moves by itself. */
export interface PlayheadState extends Pace {
  readonly position: 'live' | number
  readonly isPlaying: boolean
}

/** What moves a playing playhead: calls back before the next frame, with milliseconds that only grow. */
interface FrameClock {
  now(): number
  /** Answers what takes the request back. */
  request(onFrame: () => void): () => void
}

/** A session's time as it is shown: idle stretches are shorter there than they were. */
export interface TimeScale {
  /** From milliseconds since the epoch. */
  toAxis(at: number): number
  /** To milliseconds since the epoch. */
  toTime(axisMs: number): number
}

const asItWas: TimeScale = { toAxis: (at) => at, toTime: (axisMs) => axisMs }

/** Nobody watches nothing happen: for as long as this, playing waits for the next event. */
const LONGEST_WAIT_MS = 1000
/** A window that was not drawn for longer goes on where it stood, and does not leap. */
const LONGEST_FRAME_MS = 250

/** One place in a session's log: `live`, or a seq. Every panel is drawn as of it. */
export class Playhead implements Disposable {
  readonly state: Store<PlayheadState>['get']
  readonly subscribe: Store<PlayheadState>['subscribe']
  readonly #store: SessionStore
  readonly #clock: FrameClock
  readonly #pace: PaceKeeper
  #scale = asItWas
  readonly #state: Store<PlayheadState>
  /** The log's time that playing has reached, and the clock's when it did. */
  #playedTo = 0
  #lastFrame = 0
  #cancelFrame = () => {}

  constructor(store: SessionStore, clock: FrameClock, pace: PaceKeeper = rememberPace()) {
    this.#store = store
    this.#clock = clock
    this.#pace = pace
    this.#state = new Store<PlayheadState>({ position: 'live', isPlaying: false, ...pace.read() })
    this.state = this.#state.get
    this.subscribe = this.#state.subscribe
  }

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
    const { position, isPlaying } = this.state()
    if (position === 'live' || position >= this.#end()) this.seek(1)
    this.#set({ isPlaying: true })
    if (isPlaying) return
    this.#lastFrame = this.#clock.now()
    this.#requestFrame()
  }

  /** How fast it plays, or will. */
  setSpeed(speed: Speed): void {
    this.#setPace({ speed })
  }

  setWaitsInFull(waitsInFull: boolean): void {
    this.#setPace({ waitsInFull })
  }

  /** Plays as time is shown, so that what is folded there passes quickly. Answers what takes it back. */
  playAlong(scale: TimeScale): () => void {
    this.#scale = scale
    return () => {
      this.#scale = asItWas
    }
  }

  pause(): void {
    this.#cancelFrame()
    this.#set({ isPlaying: false })
  }

  [Symbol.dispose](): void {
    this.#cancelFrame()
    this.#state[Symbol.dispose]()
  }

  #requestFrame(): void {
    this.#cancelFrame = this.#clock.request(() => this.#advance())
  }

  /** One step a frame, however much has happened: what lies between is skipped, never caught up with. */
  #advance(): void {
    const { position } = this.state()
    if (position === 'live') return
    this.#playedTo = this.#playOn(position)
    const seq = Math.max(position, Math.min(this.#store.seqAt(this.#playedTo), this.#reach()))
    if (seq >= this.#end()) {
      this.goLive()
      return
    }
    if (seq !== position) this.#set({ position: seq })
    this.#requestFrame()
  }

  /** The log's time that playing has come to since the last frame. */
  #playOn(position: number): number {
    const now = this.#clock.now()
    const { speed, waitsInFull } = this.state()
    const stepMs = Math.min(now - this.#lastFrame, LONGEST_FRAME_MS) * speed
    this.#lastFrame = now
    // When a place was gone to before its part of the log was here, only that tells when it was.
    const playedTo = Math.max(this.#playedTo, this.#store.atOf(position))
    if (waitsInFull) return playedTo + stepMs
    const played = this.#scale.toAxis(playedTo)
    const next = this.#store.eventAfter(position)
    // Of a stretch without events only the end is played: a second of it, whatever the speed.
    const skipped = next ? this.#scale.toAxis(next.at) - LONGEST_WAIT_MS * speed : played
    const time = this.#scale.toTime(Math.max(played, skipped) + stepMs)
    return Math.max(playedTo, time)
  }

  /** Where the recording ends: what was said about it later is not played. */
  #end(): number {
    return this.#store.live.state('timeline').lastSeq
  }

  /** How far the log is here without a gap. */
  #reach(): number {
    return this.#store.isHistoryComplete ? this.#store.lastSeq : this.#store.historySeq
  }

  #setPace(change: Partial<Pace>): void {
    this.#set(change)
    const { speed, waitsInFull } = this.state()
    this.#pace.keep({ speed, waitsInFull })
  }

  #set(change: Partial<PlayheadState>): void {
    this.#state.set({ ...this.state(), ...change })
  }
}
