import { isAtLeast, KEPT_LINES, type LogLevel, type LogLine } from '#shared/contract/logs.ts'
import { Emitter } from '#shared/lib/emitter.ts'
import type { Clock } from '../clock.ts'
import { traceIdOf } from '../trace-ids.ts'
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
