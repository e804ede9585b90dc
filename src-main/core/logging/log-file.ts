import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Logger } from 'pino'
import { z } from 'zod'
import { LogLine } from '#shared/contract/procedures/logs.ts'
import { parseJson } from '#shared/lib/json.ts'
import { splitLines } from '../text/split-lines.ts'

/** Of a data folder. */
export function logFolderOf(dataDir: string): string {
  return join(dataDir, 'logs')
}

/** The file that is written, and those it was before: the higher the number, the older. */
export function logFileOf(dataDir: string, age = 0): string {
  return join(logFolderOf(dataDir), age === 0 ? 'orrery.log' : `orrery.${age}.log`)
}

/** How many older files are kept beside the one that is written. */
const OLDER_FILES = 4
const MAX_BYTES = 10 * 1024 * 1024
/** What a disk that takes nothing may leave waiting in memory; later lines are dropped. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024

const CLOSES_WITHIN_MS = 1_000

/** What writes without holding up whoever writes; pino's own. */
type Destination = ReturnType<typeof import('pino').destination>

/**
 * The log's file. A disk that takes nothing loses lines, and disturbs nobody: what a host does never
 * depends on what it says of it.
 */
export class LogFile implements AsyncDisposable {
  readonly #dataDir: string
  readonly #maxBytes: number
  readonly #logger: Logger
  readonly #destination: Destination
  #bytes = 0
  #rotating: Promise<void> | undefined

  private constructor(
    { dataDir, maxBytes = MAX_BYTES }: LogFileOptions,
    { pino, destination }: Pick<typeof import('pino'), 'pino' | 'destination'>,
  ) {
    this.#dataDir = dataDir
    this.#maxBytes = maxBytes
    const dest = logFileOf(dataDir)
    const writing = { dest, sync: false, mode: 0o600, maxLength: MAX_WAITING_BYTES } as const
    this.#destination = destination(writing)
    this.#destination.on('error', () => undefined)
    const formatters = { level: (level: string) => ({ level }) }
    const options = { level: 'trace', base: { pid: process.pid }, timestamp: false, formatters }
    this.#logger = pino(options, { write: (text) => this.#write(text) })
  }

  static async open(options: LogFileOptions): Promise<LogFile> {
    const pino = await import('pino')
    await mkdir(logFolderOf(options.dataDir), { recursive: true, mode: 0o700 })
    const found = await stat(logFileOf(options.dataDir)).catch(() => undefined)
    const file = new LogFile(options, pino)
    file.#bytes = found?.size ?? 0
    return file
  }

  write({ at, level, module, message, sessionId, runId, traceId, fields }: LogLine): void {
    const ids = { sessionId, runId, traceId }
    this.#logger[level]({ time: at, module, ...ids, fields }, message)
  }

  #write(text: string): void {
    this.#bytes += Buffer.byteLength(text)
    this.#destination.write(text)
    if (this.#bytes > this.#maxBytes) this.#rotating ??= this.#rotate()
  }

  async #rotate(): Promise<void> {
    try {
      await makeOlder(this.#dataDir)
      this.#bytes = 0
      this.#destination.reopen()
    } catch {
      // It goes on in the file it has, and tries again after as much.
      this.#bytes = 0
    } finally {
      this.#rotating = undefined
    }
  }

  /** Resolves once everything is written, or can't be. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.#rotating
    // A file that could never be opened says nothing when it is closed.
    const signal = AbortSignal.timeout(CLOSES_WITHIN_MS)
    const closed = once(this.#destination, 'close', { signal }).catch(() => undefined)
    this.#destination.end()
    await closed
  }
}

interface LogFileOptions {
  readonly dataDir: string
  /** At which size another file is begun. */
  readonly maxBytes?: number
}

async function makeOlder(dataDir: string): Promise<void> {
  await rm(logFileOf(dataDir, OLDER_FILES), { force: true })
  for (let age = OLDER_FILES - 1; age >= 0; age -= 1) {
    await rename(logFileOf(dataDir, age), logFileOf(dataDir, age + 1)).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): void {
  if (error.code !== 'ENOENT') throw error
}

/** A line as it stands in a file: written by whichever version of Orrery there was. */
const StoredLine = LogLine.omit({ id: true, at: true, message: true, fields: true }).extend({
  time: z.number(),
  msg: z.string().default(''),
  fields: LogLine.shape.fields.default({}),
})

/** What the files of a data folder hold, oldest first. What is no line of a log is left out. */
export async function* readLogFiles(dataDir: string): AsyncGenerator<LogLine> {
  let id = 0
  for (let age = OLDER_FILES; age >= 0; age -= 1) {
    for await (const text of readLines(logFileOf(dataDir, age))) {
      const line = parseLine(text, id + 1)
      if (line) id = line.id
      if (line) yield line
    }
  }
}

async function* readLines(path: string): AsyncGenerator<string> {
  try {
    yield* splitLines(createReadStream(path, 'utf8'))
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ENOENT')) throw error
  }
}

function parseLine(text: string, id: number): LogLine | undefined {
  const parsed = StoredLine.safeParse(parseJson(text))
  if (!parsed.success) return undefined
  const { time: at, msg: message, ...rest } = parsed.data
  return { id, at, message, ...rest }
}
