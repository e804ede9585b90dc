import type { Terminal } from '@xterm/headless'
import { AppError } from '#shared/lib/app-error.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { takeEnd } from '#shared/lib/truncate-text.ts'
import { toLines } from './agent-terminal.ts'
import { OutputPattern } from './output-pattern.ts'
import type { Pty, PtyExit } from './pty.ts'
import { Scrollback } from './scrollback.ts'
import { type TerminalHold, tellSpells } from './terminal-handover.ts'
import { type WaitEnd, waitForOutput } from './wait-for-output.ts'

/** What is kept of it to be read; a person sees more in its tab. */
const KEPT = 256 * 1024

/** What is looked for is looked for in this much. */
const LOOKED_AT = 64 * 1024

/** What a shell in it was given so far: another object whenever that changes. */
export interface TypedSoFar {
  /** Whole lines. */
  readonly before: string
  /** What was typed since and is not complete. */
  readonly pending: string
  /** A person may have typed into it: nobody knows what its shell has been told. */
  readonly isTouched: boolean
}

interface WaitOptions {
  readonly timeoutMs: number
  readonly signal: AbortSignal
}

/** How a wait for a line ended; `line` is there where it was found. */
interface WaitedFor {
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

/** A program that prints faster than its screen is drawn waits. */
const MAX_PENDING = 1024 * 1024
const LITTLE_PENDING = 128 * 1024

/** What a terminal shows. Lines and columns count from 1. */
interface Screen {
  /** Its lines, without what is empty at their ends. */
  readonly lines: readonly string[]
  readonly cursor: { readonly line: number; readonly column: number }
  readonly cols: number
  readonly rows: number
}

interface Flow {
  pause(): void
  resume(): void
}

/** Draws what a terminal prints, as a window would. */
class TerminalScreen implements Disposable {
  readonly #terminal: Terminal
  readonly #flow: Flow
  #pending = 0
  #isPaused = false

  private constructor(terminal: Terminal, flow: Flow) {
    this.#terminal = terminal
    this.#flow = flow
  }

  static async create(size: { cols: number; rows: number }, flow: Flow): Promise<TerminalScreen> {
    const { default: xterm } = await import('@xterm/headless')
    const options = { ...size, scrollback: 0, allowProposedApi: true }
    return new TerminalScreen(new xterm.Terminal(options), flow)
  }

  add(text: string): void {
    this.#pending += text.length
    if (this.#pending > MAX_PENDING && !this.#isPaused) {
      this.#isPaused = true
      this.#flow.pause()
    }
    this.#terminal.write(text, () => this.#drawn(text.length))
  }

  /** Once all that was printed is drawn. */
  async read(): Promise<Screen> {
    await new Promise<void>((resolve) => this.#terminal.write('', resolve))
    const { cols, rows } = this.#terminal
    const { active } = this.#terminal.buffer
    const lines = Array.from(
      { length: rows },
      (_, row) => active.getLine(active.baseY + row)?.translateToString(true) ?? '',
    )
    const cursor = { line: active.cursorY + 1, column: active.cursorX + 1 }
    return { lines: lines.slice(0, lines.findLastIndex(Boolean) + 1), cursor, cols, rows }
  }

  [Symbol.dispose](): void {
    this.#terminal.dispose()
  }

  #drawn(chars: number): void {
    this.#pending -= chars
    if (!this.#isPaused || this.#pending > LITTLE_PENDING) return
    this.#isPaused = false
    this.#flow.resume()
  }
}

/** What was printed since it was last asked for, as lines. */
interface Unread {
  readonly text: string
  /** How many characters came before that are not in `text`. */
  readonly leftOutChars: number
}

/** The end of what a terminal prints, and how much of it its agent has read. */
class OutputTail {
  readonly #kept = new Scrollback(KEPT)
  #read = 0

  /** How many characters were printed so far. */
  get end(): number {
    return this.#kept.end
  }

  add(text: string): void {
    this.#kept.add(text)
  }

  /** All that is kept of it, escape sequences and all. */
  toText(): string {
    return this.#kept.toText()
  }

  /** What came since a place, or the end of it. */
  since(place: number): string {
    return this.#kept.read(Math.max(place, this.end - LOOKED_AT), LOOKED_AT).data
  }

  /** The last lines that were not read yet; what came before them is counted. */
  takeUnread(maxLines: number, maxChars: number): Unread {
    const from = this.#read
    this.#read = this.end
    const { at, data } = this.#kept.read(from, KEPT * 2)
    const lines = toLines(data).split('\n')
    const shown = takeEnd(lines.slice(-maxLines).join('\n'), maxChars)
    const left = at - from + (lines.join('\n').length - shown.length)
    return { text: shown, leftOutChars: left }
  }
}
