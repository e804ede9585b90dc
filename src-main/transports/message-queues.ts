import { Emitter } from '#shared/lib/emitter.ts'

/** The receiving end of a channel. What arrives before anyone listens is kept for the first who does. */
export class Inbox<In> {
  readonly #messages = new Emitter<In>()
  readonly #closed = new Emitter<void>()
  #early: In[] | undefined = []
  #isClosed = false

  get isClosed(): boolean {
    return this.#isClosed
  }

  receive(messages: readonly In[]): void {
    if (this.#isClosed) return
    if (this.#early) this.#early.push(...messages)
    else for (const message of messages) this.#messages.fire(message)
  }

  close(): void {
    if (this.#isClosed) return
    this.#isClosed = true
    this.#closed.fire()
    this.#messages[Symbol.dispose]()
    this.#closed[Symbol.dispose]()
  }

  readonly onMessage = (listener: (message: In) => void): Disposable => {
    const listening = this.#messages.event(listener)
    const early = this.#early ?? []
    this.#early = undefined
    for (const message of early) listener(message)
    return listening
  }

  readonly onClose = (listener: () => void): Disposable => {
    if (!this.#isClosed) return this.#closed.event(listener)
    listener()
    return { [Symbol.dispose]: () => undefined }
  }
}

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
