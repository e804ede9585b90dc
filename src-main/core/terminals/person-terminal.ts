import type { PersonTerminal as Description } from '#shared/contract/procedures/terminals.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SessionId, TerminalId, TerminalReaderId } from '#shared/lib/ids.ts'
import type { Pty, PtySize } from './pty.ts'
import { type SavedTerminal, Scrollback } from './scrollback.ts'
import { TerminalReader } from './terminal-reader.ts'
import { TERMINAL_RESET } from './terminal-reset.ts'

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
/**
 * The first reader of a new terminal answers what was printed before it came: fish asks as soon as it
 * starts, and waits for so long. See https://github.com/pingdotgg/t3code/pull/4369
 */
const START_MS = 10_000
const KEPT = 1024 * 1024

/** A piece of output; `at` counts characters since the terminal was opened. */
export interface OutputPiece {
  readonly at: number
  readonly data: string
  /** Whether the reader answers the queries in it. */
  readonly isAnswered: boolean
  /** Output before this was printed before the reader came. */
  readonly replayEnd: number
}

/** Who reads output, and from where on. */
export interface Reading {
  readonly readerId: TerminalReaderId
  readonly after: number
}

interface TerminalIdentity {
  readonly id: TerminalId
  readonly sessionId: SessionId
  readonly title: string
  /** Rises from one opened to the next. */
  readonly order: number
}

/** One terminal of a person, live or of before a restart. */
export class PersonTerminal implements Disposable {
  readonly identity: TerminalIdentity
  readonly #scrollback: Scrollback
  readonly #readers = new Set<TerminalReader>()
  /** The reader that answers the queries of what is printed now. */
  #answering: TerminalReader | undefined
  /** Until then, or until it is read, a reader answers what was printed before it came. */
  #startsUntil = Number.NEGATIVE_INFINITY
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
    terminal.#startsUntil = performance.now() + START_MS
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

  /** The reader answers queries from then on. */
  write(data: string, readerId: TerminalReaderId): void {
    const reader = [...this.#readers].find(({ id }) => id === readerId)
    if (reader) this.#letAnswer(reader)
    this.#typedAt = performance.now()
    this.#pty?.write(data)
  }

  resize(size: PtySize): void {
    this.#pty?.resize(size)
  }

  /** Is part of the output, so that it reaches every window, and holds when the output is replayed. */
  reset(): void {
    this.#take(TERMINAL_RESET)
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
  async *output(reading: Reading, signal: AbortSignal): AsyncGenerator<OutputPiece> {
    const reader = this.#addReader(reading)
    try {
      while (!signal.aborted && !this.#isForgotten) {
        const piece = this.#read(reader)
        if (piece.data !== '') {
          this.#startsUntil = Number.NEGATIVE_INFINITY
          yield piece
          reader.at = piece.at + piece.data.length
          this.#regulate()
          await this.#join(reader, signal)
        } else if (this.#pty) await this.#nextChange(signal)
        else return
      }
    } finally {
      this.#removeReader(reader)
      this.#regulate()
    }
  }

  #addReader({ readerId, after }: Reading): TerminalReader {
    const { end } = this.#scrollback
    const isStart = !this.#answering && performance.now() < this.#startsUntil
    const replayEnd = isStart ? 0 : end
    const reader = new TerminalReader(readerId, { at: Math.min(after, end), replayEnd })
    this.#readers.add(reader)
    this.#letAnswer(reader, replayEnd)
    return reader
  }

  #removeReader(reader: TerminalReader): void {
    this.#readers.delete(reader)
    if (reader === this.#answering) this.#letAnswer([...this.#readers].at(-1))
  }

  /** One reader answers at a time: what nobody answered by then stays without an answer. */
  #letAnswer(reader: TerminalReader | undefined, from = this.#scrollback.end): void {
    if (reader === this.#answering) return
    this.#answering?.stopAnswering(this.#scrollback.end)
    reader?.startAnswering(from)
    this.#answering = reader
  }

  /** Is empty at the end. */
  #read(reader: TerminalReader): OutputPiece {
    reader.at = Math.max(reader.at, this.#scrollback.start)
    const { length, isAnswered } = reader.next(this.#pace.piece)
    const { replayEnd } = reader
    return { ...this.#scrollback.read(reader.at, length), isAnswered, replayEnd }
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

  async #join(reader: TerminalReader, signal: AbortSignal): Promise<void> {
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
