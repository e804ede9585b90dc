import { AppError } from '#shared/error.ts'
import { findFilesNamed } from '../find-files-named.ts'
import { shown } from './agent-path.ts'
import { MAX_IGNORE_BYTES } from './ignore-scope.ts'

/** A walk prints something sooner than this, unless an ignore file blocks it or few files match. */
export const SILENT_MS = 10_000

const IGNORE_FILES: ReadonlySet<string> = new Set(['.gitignore', '.ignore', '.rgignore'])

/**
 * Stops a walk that an ignore file blocks: ripgrep waits forever for a pipe that nobody writes to, and
 * takes minutes for a file of many megabytes. Such files are only looked for once the walk is silent.
 */
export class StallWatch {
  readonly #folder: string
  readonly #silentMs: number
  readonly #stopped = new AbortController()
  readonly #ended = new AbortController()
  readonly signal: AbortSignal

  constructor(folder: string, silentMs: number, signal: AbortSignal | undefined) {
    this.#folder = folder
    this.#silentMs = silentMs
    this.signal = AbortSignal.any([...(signal ? [signal] : []), this.#stopped.signal])
  }

  /** Passes on what the walk finds. Throws `unsupported` with the name of the file that blocks it. */
  async *watch<T>(found: AsyncIterable<T>): AsyncGenerator<T> {
    const timer = setTimeout(() => void this.#stopIfBlocked(), this.#silentMs)
    try {
      for await (const item of found) {
        timer.refresh()
        yield item
      }
    } catch (error) {
      this.#stopped.signal.throwIfAborted()
      throw error
    } finally {
      clearTimeout(timer)
      this.#ended.abort()
    }
  }

  async #stopIfBlocked(): Promise<void> {
    const found = await findBlocking(this.#folder, this.#ended.signal)
    if (found === undefined) return
    const path = shown(found)
    const message = `Can't search the project: its ignore file ${path} is a pipe, or larger than 1 MB. Delete it, or replace it with a smaller file.`
    this.#stopped.abort(new AppError('unsupported', message))
  }
}

/** Returns the path below a folder of an ignore file that ripgrep can't read in reasonable time. */
async function findBlocking(folder: string, signal: AbortSignal): Promise<string | undefined> {
  for await (const { path, stats } of findFilesNamed(folder, IGNORE_FILES, signal)) {
    if (stats.isFIFO() || stats.size > MAX_IGNORE_BYTES) return path
  }
  return undefined
}
