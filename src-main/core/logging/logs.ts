import {
  isAtLeast,
  isTold,
  KEPT_LINES,
  type LogFilter,
  type LogLevel,
  type LogLine,
} from '#shared/contract/procedures/logs.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Clock } from '../runtime/clock.ts'
import { traceIdOf } from '../runtime/ids.ts'
import { LogFile } from './log-file.ts'

/** What is said of something that happened. */
export interface Said extends Pick<LogLine, 'module' | 'message'> {
  readonly sessionId?: LogLine['sessionId'] | undefined
  readonly runId?: LogLine['runId'] | undefined
  readonly fields?: LogLine['fields']
}

export interface LogsOptions {
  readonly dataDir: string
  readonly clock: Clock
  /** The least important that is kept. */
  readonly level: LogLevel
  /** Takes secrets out of what is kept. */
  readonly redact: (line: LogLine) => LogLine
  /** At which size another file is begun. */
  readonly maxBytes?: number
}

const OPENS_AFTER_MS = 500

/**
 * What a host says of its own doing: the last lines in memory, all of them in files. Writing holds
 * nobody up; disposing it resolves once everything is in the file.
 */
export class Logs implements AsyncDisposable {
  readonly #options: LogsOptions
  readonly #written = new Emitter<LogLine>()
  readonly onDidWrite = this.#written.event
  /** Oldest first; up to twice as many as are kept. */
  #lines: LogLine[] = []
  #lastId = 0
  /** What waits for the file to be opened. */
  #waiting: LogLine[] | undefined = []
  #opening: Promise<LogFile | undefined> | undefined
  #soon: NodeJS.Timeout | undefined
  #file: LogFile | undefined
  #isDisposed = false

  constructor(options: LogsOptions) {
    this.#options = options
  }

  write(level: LogLevel, said: Said): void {
    const { level: least, redact } = this.#options
    if (!isAtLeast(level, least)) return
    const line = redact(this.#toLine(level, said))
    this.#lines.push(line)
    if (this.#lines.length > 2 * KEPT_LINES) this.#lines = this.#lines.slice(-KEPT_LINES)
    this.#store(line)
    this.#written.fire(line)
  }

  /** The last lines that came after the one with this id, oldest first. */
  after(id: number): readonly LogLine[] {
    const missing = Math.min(this.#lastId - id, KEPT_LINES)
    return missing > 0 ? this.#lines.slice(-missing) : []
  }

  async [Symbol.asyncDispose](): Promise<void> {
    clearTimeout(this.#soon)
    if (this.#waiting?.length) this.#openNow()
    const file = await this.#opening
    this.#isDisposed = true
    await file?.[Symbol.asyncDispose]()
    this.#written[Symbol.dispose]()
  }

  #toLine(level: LogLevel, { module, message, sessionId, runId, fields = {} }: Said): LogLine {
    this.#lastId += 1
    return {
      id: this.#lastId,
      at: this.#options.clock.now(),
      level,
      module,
      message,
      ...(sessionId && { sessionId }),
      ...(runId && { runId, traceId: traceIdOf(runId) }),
      fields,
    }
  }

  #store(line: LogLine): void {
    if (this.#isDisposed) return
    this.#file?.write(line)
    this.#waiting?.push(line)
    if (isAtLeast(line.level, 'warn')) this.#openNow()
    // What loads for it is no part of a start-up: somebody waits for that.
    else this.#soon ??= setTimeout(() => this.#openNow(), OPENS_AFTER_MS).unref()
  }

  #openNow(): void {
    this.#opening ??= this.#open()
  }

  /** Where no file can be had, the lines in memory are all there is. */
  async #open(): Promise<LogFile | undefined> {
    try {
      const file = await LogFile.open(this.#options)
      for (const line of this.#waiting ?? []) file.write(line)
      this.#file = file
      return file
    } catch {
      return undefined
    } finally {
      this.#waiting = undefined
    }
  }
}

interface Following extends LogFilter {
  /** How many of the lines there are already. */
  readonly last: number
}

/** The most lines of one page. */
const PAGE = 200

/** The last lines, then whatever is written, in pages, until `signal` aborts. */
export async function* followLogs(
  logs: Logs,
  { last, ...filter }: Following,
  signal: AbortSignal,
): AsyncGenerator<LogLine[]> {
  let wake: () => void = () => undefined
  using _listening = logs.onDidWrite(() => wake())
  signal.addEventListener('abort', () => wake(), { once: true })
  const kept = logs.after(0)
  let cursor = kept.at(-1)?.id ?? 0
  yield* toPages(last === 0 ? [] : kept.filter((line) => isTold(line, filter)).slice(-last))
  while (!signal.aborted) {
    const lines = logs.after(cursor)
    cursor = lines.at(-1)?.id ?? cursor
    yield* toPages(lines.filter((line) => isTold(line, filter)))
    if (logs.after(cursor).length > 0 || signal.aborted) continue
    const { promise, resolve } = Promise.withResolvers<void>()
    wake = resolve
    await promise
  }
}

function* toPages(lines: readonly LogLine[]): Generator<LogLine[]> {
  for (let from = 0; from < lines.length; from += PAGE) yield lines.slice(from, from + PAGE)
}
