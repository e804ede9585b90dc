import type { PersonTerminal as Description } from '#shared/contract/terminals.ts'
import type { SessionId, TerminalId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Pty, PtySize } from './pty.ts'
import type { SavedTerminal } from './saved-terminals.ts'
import { Scrollback } from './scrollback.ts'

interface Pace {
  /** A piece is at most so long; a reader who is further behind has the program wait. */
  readonly piece: number
  /** A pseudoterminal hands over 4 KB at a time: after a piece so much is waited for. */
  readonly joined: number
}

/** A window takes a piece a frame: who watches a flood sees its end sooner by large ones. */
const WATCHED: Pace = { piece: 384 * 1024, joined: 256 * 1024 }
/** What answers a key comes behind all that is on its way. */
const TYPED: Pace = { piece: 64 * 1024, joined: 32 * 1024 }
/** Somebody types for so long after a key. */
const TYPING_MS = 500
/** After a piece the next is waited for no longer than this. */
const JOINED_MS = 8
const KEPT = 1024 * 1024

/** A piece of output; `at` counts characters since the terminal was opened. */
export interface OutputPiece {
  readonly at: number
  readonly data: string
}

export interface TerminalIdentity {
  readonly id: TerminalId
  readonly sessionId: SessionId
  readonly title: string
  /** Rises from one opened to the next. */
  readonly order: number
}

interface Reader {
  at: number
}

/** One terminal of a person, live or of before a restart. */
export class PersonTerminal implements Disposable {
  readonly identity: TerminalIdentity
  readonly #scrollback: Scrollback
  readonly #readers = new Set<Reader>()
  readonly #changed = new Emitter<void>()
  #pty: Pty | undefined
  #isPaused = false
  #isForgotten = false
  #exitCode: number | null | undefined
  #typedAt = Number.NEGATIVE_INFINITY

  private constructor(identity: TerminalIdentity, scrollback: Scrollback) {
    this.identity = identity
    this.#scrollback = scrollback
  }

  /** `onOutput` is told after what was printed is kept, `onExit` once when the program has ended. */
  static live(
    identity: TerminalIdentity,
    pty: Pty,
    on: { readonly output: () => void; readonly exit: () => void },
  ): PersonTerminal {
    const terminal = new PersonTerminal(identity, new Scrollback(KEPT))
    terminal.#pty = pty
    const listening = pty.onData((data) => {
      terminal.#take(data)
      on.output()
    })
    void pty.exited.then(({ exitCode }) => {
      listening[Symbol.dispose]()
      terminal.#ended(exitCode)
      on.exit()
    })
    return terminal
  }

  static saved({ text, start, exitCode, ...identity }: SavedTerminal): PersonTerminal {
    const scrollback = new Scrollback(KEPT, start)
    scrollback.add(text)
    const terminal = new PersonTerminal(identity, scrollback)
    terminal.#exitCode = exitCode
    return terminal
  }

  describe(): Description {
    const { id, sessionId, title } = this.identity
    return { id, sessionId, title, ...(!this.#pty && { exitCode: this.#exitCode ?? null }) }
  }

  toSaved(): SavedTerminal {
    const { start } = this.#scrollback
    const text = this.#scrollback.toText()
    return { ...this.identity, exitCode: this.#exitCode ?? null, start, text }
  }

  write(data: string): void {
    this.#typedAt = performance.now()
    this.#pty?.write(data)
  }

  resize(size: PtySize): void {
    this.#pty?.resize(size)
  }

  async end(): Promise<void> {
    await this.#pty?.end()
  }

  async exited(): Promise<number | null> {
    const ended = await this.#pty?.exited
    return ended ? ended.exitCode : (this.#exitCode ?? null)
  }

  /** Ends what reads it too. */
  [Symbol.dispose](): void {
    this.#isForgotten = true
    this.#changed.fire()
  }

  /** From a place on, then what is printed; ends with the program. Taking a piece lets the next come. */
  async *output(after: number, signal: AbortSignal): AsyncGenerator<OutputPiece> {
    const reader: Reader = { at: Math.min(after, this.#scrollback.end) }
    this.#readers.add(reader)
    try {
      while (!signal.aborted && !this.#isForgotten) {
        const piece = this.#scrollback.read(reader.at, this.#pace.piece)
        if (piece.data !== '') {
          yield piece
          reader.at = piece.at + piece.data.length
          this.#regulate()
          await this.#join(reader, signal)
        } else if (this.#pty) await this.#nextChange(signal)
        else return
      }
    } finally {
      this.#readers.delete(reader)
      this.#regulate()
    }
  }

  get #pace(): Pace {
    return performance.now() - this.#typedAt < TYPING_MS ? TYPED : WATCHED
  }

  #take(data: string): void {
    this.#scrollback.add(data)
    this.#regulate()
    this.#changed.fire()
  }

  #ended(exitCode: number | null): void {
    this.#pty = undefined
    this.#exitCode = exitCode
    this.#changed.fire()
  }

  #regulate(): void {
    const unread = Math.max(0, ...[...this.#readers].map(({ at }) => this.#scrollback.end - at))
    if (!this.#isPaused && unread > this.#pace.piece) {
      this.#isPaused = true
      this.#pty?.pause()
    } else if (this.#isPaused && unread <= this.#pace.piece / 2) {
      this.#isPaused = false
      this.#pty?.resume()
    }
  }

  async #join(reader: Reader, signal: AbortSignal): Promise<void> {
    const waited = AbortSignal.any([signal, AbortSignal.timeout(JOINED_MS)])
    while (this.#pty && !waited.aborted && this.#scrollback.end - reader.at < this.#pace.joined) {
      await this.#nextChange(waited)
    }
  }

  #nextChange(signal: AbortSignal): Promise<void> {
    return new Promise((resolve) => {
      const onChange = () => {
        listening[Symbol.dispose]()
        signal.removeEventListener('abort', onChange)
        resolve()
      }
      const listening = this.#changed.event(onChange)
      signal.addEventListener('abort', onChange, { once: true })
    })
  }
}
