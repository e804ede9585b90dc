import type { Terminal } from '@xterm/headless'

/** A program that prints faster than its screen is drawn waits. */
const MAX_PENDING = 1024 * 1024
const LITTLE_PENDING = 128 * 1024

/** What a terminal shows. Lines and columns count from 1. */
export interface Screen {
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
export class TerminalScreen implements Disposable {
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
