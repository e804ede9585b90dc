/** So many characters without a pause are a flood: nobody reads it as it goes by. */
const FLOOD = 256 * 1024
/** What brings nothing for so long has paused. */
const PAUSE_MS = 20
/** Of a flood, a picture is drawn so often: to draw each would take longer than to read it. */
const PICTURE_EVERY_MS = 100

/** Synchronized output, a mode that programs have for the same end: https://gist.github.com/christianparpart/d8a62cc1ab659194337d73e399004036 */
const MODE = '\u001b[?2026'
const [HOLD, SHOW] = [`${MODE}h`, `${MODE}l`]

interface Drawn {
  write(data: string): void
  onRender(listener: () => void): unknown
}

/**
 * Has a terminal draw some pictures of a flood, not each: reading it then takes half the time. `onFlood` is
 * told when one has begun, and when it is over or somebody types.
 */
export class FloodPace implements Disposable {
  readonly #terminal: Drawn
  readonly #onFlood: (isFlood: boolean) => void
  #isFlood = false
  #state: 'shown' | 'held' | 'showing' = 'shown'
  #heldAt = 0
  /** Since the last pause, and what came with it. */
  #written = 0
  #lastAt = Number.NEGATIVE_INFINITY
  #pause: ReturnType<typeof setTimeout> | undefined
  /** What writes now says itself what is to be drawn. */
  #isProgramsOwn = false

  constructor(terminal: Drawn, onFlood: (isFlood: boolean) => void) {
    this.#terminal = terminal
    this.#onFlood = onFlood
    terminal.onRender(() => {
      if (this.#state === 'showing') this.#state = 'shown'
    })
  }

  /** Before a piece is written. */
  beforeWrite(piece: string): void {
    clearTimeout(this.#pause)
    const now = performance.now()
    if (now - this.#lastAt >= PAUSE_MS) this.#begin()
    else this.#written += piece.length
    this.#lastAt = now
    this.#isProgramsOwn ||= piece.includes(MODE)
    if (this.#state !== 'shown' || this.#written < FLOOD || this.#isProgramsOwn) return
    this.#state = 'held'
    this.#heldAt = now
    this.#tell(true)
    this.#terminal.write(HOLD)
  }

  /** After a piece was read; `isLast`: nothing waits any more. */
  afterRead(isLast: boolean): void {
    const now = performance.now()
    this.#lastAt = now
    if (this.#state === 'held' && now - this.#heldAt >= PICTURE_EVERY_MS) this.#draw()
    if (isLast && this.#isFlood) this.#pause = setTimeout(() => this.show(), PAUSE_MS)
  }

  /** What was held is drawn, and the next picture with it. */
  show(): void {
    clearTimeout(this.#pause)
    this.#tell(false)
    this.#draw()
  }

  #draw(): void {
    if (this.#state !== 'held') return
    this.#state = 'showing'
    this.#terminal.write(SHOW)
  }

  #tell(isFlood: boolean): void {
    if (this.#isFlood === isFlood) return
    this.#isFlood = isFlood
    this.#onFlood(isFlood)
  }

  /** What comes after a pause may be all there is, and of another program. */
  #begin(): void {
    this.#written = 0
    this.#isProgramsOwn = false
  }

  [Symbol.dispose](): void {
    clearTimeout(this.#pause)
  }
}
