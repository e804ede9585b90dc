const MAX_MESSAGES = 512

/** The sending end of a channel: the messages of one turn of the event loop leave as one frame. */
export class Outbox<Out> implements Disposable {
  readonly #post: (frame: readonly Out[]) => void
  #waiting: Out[] = []
  #timer: NodeJS.Immediate | undefined

  constructor(post: (frame: readonly Out[]) => void) {
    this.#post = post
  }

  send(message: Out): void {
    this.#waiting.push(message)
    if (this.#waiting.length >= MAX_MESSAGES) this.flush()
    else this.#timer ??= setImmediate(() => this.flush())
  }

  flush(): void {
    clearImmediate(this.#timer)
    this.#timer = undefined
    const frame = this.#waiting
    this.#waiting = []
    if (frame.length > 0) this.#post(frame)
  }

  /** Drops what has not left. */
  [Symbol.dispose](): void {
    clearImmediate(this.#timer)
    this.#timer = undefined
    this.#waiting = []
  }
}
