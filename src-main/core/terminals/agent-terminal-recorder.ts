import type { Draft } from '#shared/events/index.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { PtyExit } from './pty.ts'

/** Whose terminal it is: the span of the call that opened it. */
interface TerminalOwner {
  readonly spanId: SpanId
  readonly agentId?: SpanId
}

/** Where a terminal is written down, as a span that others may end before it does. */
export interface TerminalLog {
  /** Resolves once durable. `endOf` answers how it ends where it is not let come to its own end. */
  open(opened: Draft, endOf: () => readonly Draft[]): Promise<unknown>
  append(drafts: readonly Draft[]): Promise<unknown>
  /** Writes nothing where it was ended already. */
  end(drafts: readonly Draft[]): Promise<unknown>
}

interface TerminalOpening {
  readonly title: string
  readonly command: string
  readonly cwd: string
  readonly cols: number
  readonly rows: number
  /** As its agent calls one that it keeps. */
  readonly name?: string
}

/** Who types into it. */
export type TerminalHolder = 'person' | 'agent'

/** Output is joined for so long, or up to so many characters, into one event. */
const JOINED_MS = 50
const JOINED = 4 * 1024
const MAX_PIECE = 16 * 1024
/** Past this much, output is left out of the log but for its end. */
const LOGGED = 16 * 1024 * 1024
const LAST = 64 * 1024

/** Records one terminal of an agent: opened, its output in joined pieces, ended. */
export class AgentTerminalRecorder {
  readonly #log: TerminalLog
  readonly #owner: TerminalOwner
  #joined = ''
  #joining: NodeJS.Timeout | undefined
  #writtenAt = Number.NEGATIVE_INFINITY
  #logged = 0
  #last = ''
  #skippedBytes = 0
  #appended: Promise<unknown> = Promise.resolve()

  constructor(log: TerminalLog, owner: TerminalOwner) {
    this.#log = log
    this.#owner = owner
  }

  /** Resolves once the opening is durable: only then may the command start. */
  async opened(opening: TerminalOpening): Promise<void> {
    const opened = this.#own({ kind: 'terminal.opened', data: opening })
    await this.#log.open(opened, () => this.#toEnd({ exitCode: null }))
  }

  output(text: string): void {
    const logged = text.slice(0, Math.max(0, LOGGED - this.#logged))
    this.#logged += logged.length
    this.#joined += logged
    this.#skip(text.slice(logged.length))
    const isDue = performance.now() - this.#writtenAt >= JOINED_MS
    if (isDue || this.#joined.length >= JOINED) this.#write()
    else this.#joining ??= setTimeout(() => this.#write(), JOINED_MS)
  }

  /** It changed hands after all that was printed so far; resolves once durable. */
  async taken(holder: TerminalHolder): Promise<void> {
    this.#write()
    const taken = this.#own({ kind: 'terminal.taken', data: { holder } })
    await Promise.all([this.#appended, this.#log.append([taken])])
  }

  /** Writes what is left, then the end; resolves once durable. */
  async ended(exit: PtyExit): Promise<void> {
    await this.#appended
    await this.#log.end(this.#toEnd(exit))
  }

  /** What is left, then the end. */
  #toEnd(exit: PtyExit): readonly Draft[] {
    const skipped = this.#skippedBytes - Buffer.byteLength(this.#last)
    const last = toPieces(this.#last).map((text, index): Draft => {
      const data = { text, ...(index === 0 && skipped > 0 && { skipped }) }
      return this.#own({ kind: 'terminal.output', data })
    })
    return [...this.#take(), ...last, this.#own({ kind: 'terminal.ended', data: exit })]
  }

  #write(): void {
    const drafts = this.#take()
    if (drafts.length === 0) return
    this.#writtenAt = performance.now()
    // A failure is told when it ends.
    this.#appended = Promise.all([this.#appended, this.#log.append(drafts)])
    this.#appended.catch(() => {})
  }

  /** The output that waits to be written. */
  #take(): readonly Draft[] {
    clearTimeout(this.#joining)
    this.#joining = undefined
    const joined = this.#joined
    this.#joined = ''
    return toPieces(joined).map((text) => this.#own({ kind: 'terminal.output', data: { text } }))
  }

  #skip(text: string): void {
    this.#skippedBytes += Buffer.byteLength(text)
    this.#last = (this.#last + text).slice(-LAST)
  }

  #own(draft: Draft): Draft {
    return { ...draft, ...this.#owner }
  }
}

function toPieces(text: string): readonly string[] {
  const pieces: string[] = []
  for (let start = 0; start < text.length; ) {
    const end = endOfPiece(text, start + MAX_PIECE)
    pieces.push(text.slice(start, end))
    start = end
  }
  return pieces
}

/** Never between the halves of one character. */
function endOfPiece(text: string, end: number): number {
  const code = text.charCodeAt(end - 1)
  return end < text.length && code >= 0xd800 && code <= 0xdbff ? end - 1 : end
}
