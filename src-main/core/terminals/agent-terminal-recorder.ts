import type { Draft } from '#shared/events/index.ts'
import type { RunId, SessionId, SpanId } from '#shared/ids.ts'
import type { EventLog } from '../log/event-log.ts'
import type { PtyExit } from './pty.ts'

/** Whose terminal it is: the span of the call that opened it. */
export interface TerminalOwner {
  readonly sessionId: SessionId
  readonly spanId: SpanId
  readonly runId?: RunId
  readonly agentId?: SpanId
}

export interface TerminalOpening {
  readonly title: string
  readonly command: string
  readonly cwd: string
  readonly cols: number
  readonly rows: number
}

/** Output is joined for so long, or up to so many characters, into one event. */
const JOINED_MS = 50
const JOINED = 4 * 1024
const MAX_PIECE = 16 * 1024
/** Past this much, output is left out of the log but for its end. */
const LOGGED = 16 * 1024 * 1024
const LAST = 64 * 1024

/** Records one terminal of an agent: opened, its output in joined pieces, ended. */
export class AgentTerminalRecorder {
  readonly #events: Pick<EventLog, 'append'>
  readonly #owner: TerminalOwner
  #joined = ''
  #joining: NodeJS.Timeout | undefined
  #writtenAt = Number.NEGATIVE_INFINITY
  #logged = 0
  #last = ''
  #skippedBytes = 0
  #appended: Promise<unknown> = Promise.resolve()

  constructor(events: Pick<EventLog, 'append'>, owner: TerminalOwner) {
    this.#events = events
    this.#owner = owner
  }

  /** Resolves once the opening is durable: only then may the command start. */
  async opened(opening: TerminalOpening): Promise<void> {
    await this.#append([{ kind: 'terminal.opened', data: opening }])
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

  /** Writes what is left, then the end; resolves once durable. */
  async ended(exit: PtyExit): Promise<void> {
    this.#write()
    const skipped = this.#skippedBytes - Buffer.byteLength(this.#last)
    for (const [index, text] of toPieces(this.#last).entries()) {
      const data = { text, ...(index === 0 && skipped > 0 && { skipped }) }
      this.#keep(this.#append([{ kind: 'terminal.output', data }]))
    }
    await this.#appended
    await this.#append([{ kind: 'terminal.ended', data: exit }])
  }

  #write(): void {
    clearTimeout(this.#joining)
    this.#joining = undefined
    if (this.#joined === '') return
    this.#writtenAt = performance.now()
    const drafts = toPieces(this.#joined).map((text) => ({
      kind: 'terminal.output' as const,
      data: { text },
    }))
    this.#joined = ''
    this.#keep(this.#append(drafts))
  }

  #skip(text: string): void {
    this.#skippedBytes += Buffer.byteLength(text)
    this.#last = (this.#last + text).slice(-LAST)
  }

  /** A failure is told when it ends. */
  #keep(appended: Promise<unknown>): void {
    this.#appended = Promise.all([this.#appended, appended])
    this.#appended.catch(() => {})
  }

  #append(drafts: readonly Draft[]): Promise<unknown> {
    const { sessionId, ...envelope } = this.#owner
    return this.#events.append(
      sessionId,
      drafts.map((draft) => ({ ...draft, ...envelope })),
    )
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
