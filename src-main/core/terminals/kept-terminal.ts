import { AppError } from '#shared/error.ts'
import type { SpanId } from '#shared/ids.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import { toLines } from './bounded-output.ts'
import { OutputPattern } from './output-pattern.ts'
import { OutputTail, type Unread } from './output-tail.ts'
import type { Pty, PtyExit } from './pty.ts'
import { type TerminalHold, tellSpells } from './terminal-hold.ts'
import { type Screen, TerminalScreen } from './terminal-screen.ts'
import { type WaitEnd, waitForOutput } from './wait-for-output.ts'

/** What a shell in it was given so far: another object whenever that changes. */
export interface TypedSoFar {
  /** Whole lines. */
  readonly before: string
  /** What was typed since and is not complete. */
  readonly pending: string
  /** A person may have typed into it: nobody knows what its shell has been told. */
  readonly isTouched: boolean
}

export interface WaitOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** How a wait for a line ended; `line` is there where it was found. */
export interface WaitedFor {
  readonly end: WaitEnd
  readonly line?: string
}

interface KeptTerminalParts {
  /** As agents name it. */
  readonly name: string
  /** Absent: a shell. */
  readonly command: string | undefined
  /** Of the call that opened it. */
  readonly spanId: SpanId
  readonly pty: Pty
  readonly size: { readonly cols: number; readonly rows: number }
  readonly hold: TerminalHold
}

/** A terminal of an agent's that outlives the call which opened it. */
export class KeptTerminal {
  readonly name: string
  readonly command: string | undefined
  readonly spanId: SpanId
  readonly #parts: KeptTerminalParts
  readonly #tail = new OutputTail()
  readonly #changed = new Emitter<void>()
  #screen: Promise<TerminalScreen> | undefined
  /** Set once it holds all that was printed before. */
  #drawing: TerminalScreen | undefined
  #typed: TypedSoFar = { before: '', pending: '', isTouched: false }
  #exit: PtyExit | undefined
  #toldSpells = 0

  constructor(parts: KeptTerminalParts) {
    this.#parts = parts
    this.name = parts.name
    this.command = parts.command
    this.spanId = parts.spanId
  }

  /** How it ended; `undefined`: it runs. */
  get exit(): PtyExit | undefined {
    return this.#exit
  }

  /** Where what it printed ends, in characters. */
  get end(): number {
    return this.#tail.end
  }

  get typed(): TypedSoFar {
    const isTouched = this.#parts.hold.spells.length > 0
    if (isTouched && !this.#typed.isTouched) this.#typed = { ...this.#typed, isTouched }
    return this.#typed
  }

  /** Whether a shell was started in it that stands at its prompt, so that it reads what is typed. */
  get isShellReading(): boolean {
    return this.command === undefined && this.#parts.pty.isInForeground
  }

  /** Types into it. `typed` is what the shell has been given then. */
  send(text: string, typed: Pick<TypedSoFar, 'before' | 'pending'>): void {
    if (this.#exit) throw new AppError('conflict', `${this.name} has ended.`)
    if (this.#parts.hold.isTaken) {
      const message = `A person has ${this.name} now, and types into it. Wait until they give it back.`
      throw new AppError('conflict', message)
    }
    this.#typed = { ...this.typed, ...typed }
    this.#parts.pty.write(text.replaceAll(/\r?\n/gu, '\r'))
  }

  /** For whoever listens to its pty. */
  printed(text: string): void {
    this.#tail.add(text)
    this.#drawing?.add(text)
    this.#changed.fire()
  }

  /** For whoever waits for its end. */
  ended(exit: PtyExit): void {
    this.#exit = exit
    this.#changed.fire()
  }

  read(maxLines: number, maxChars: number): Unread {
    return this.#tail.takeUnread(maxLines, maxChars)
  }

  /** What it shows now. One that was never looked at before is drawn from what is kept of it. */
  async look(): Promise<Screen> {
    this.#screen ??= this.#createScreen()
    return (await this.#screen).read()
  }

  /** For its agent: that a person had it since this was last asked; absent: nobody had. */
  takeSpells(): string | undefined {
    const { spells, isTaken } = this.#parts.hold
    const over = spells.filter(({ toMs }) => toMs !== undefined || !isTaken)
    const news = over.slice(this.#toldSpells)
    this.#toldSpells = over.length
    return isTaken ? 'A person has this terminal now, and can type into it' : tellSpells(news)
  }

  /** Until it has printed nothing for so long, or has ended. */
  wait(options: WaitOptions & { readonly quietMs: number }): Promise<WaitEnd> {
    return waitForOutput(this.#changed, { ...options, look: () => this.#exit && 'ended' })
  }

  /** Until a line that was printed from a place on matches. Throws where the pattern is none. */
  async waitFor(
    pattern: string,
    { from, ...until }: WaitOptions & { readonly from: number },
  ): Promise<WaitedFor> {
    await using searched = new OutputPattern(pattern)
    let line: string | undefined
    const look = async () => {
      // What is printed while it is searched is looked at next.
      const hasEnded = this.#exit !== undefined
      line = await searched.find(toLines(this.#tail.since(from)))
      if (line !== undefined) return 'found'
      return hasEnded ? 'ended' : undefined
    }
    const end = await waitForOutput(this.#changed, { ...until, look })
    return line === undefined ? { end } : { end, line }
  }

  /** Ends it, with all it started. */
  async stop(): Promise<void> {
    await this.#parts.pty.end()
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.stop()
    ;(await this.#screen)?.[Symbol.dispose]()
  }

  async #createScreen(): Promise<TerminalScreen> {
    const { pty, size } = this.#parts
    const screen = await TerminalScreen.create(size, pty)
    screen.add(this.#tail.toText())
    this.#drawing = screen
    return screen
  }
}
