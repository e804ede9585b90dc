import { closeSync, existsSync, fstatSync, openSync, readSync } from 'node:fs'
import { PAGE_BYTES } from '../read-head.ts'
import { readWriteAheadLog, type WriteAheadLog } from './write-ahead-log.ts'

export interface PagesOptions {
  /** Whether pages in the write-ahead log replace those of the file. */
  readonly withLog: boolean
}

/**
 * Reads the pages of a database file one at a time, without SQLite, which refuses to open many damaged
 * files. A truncated page counts as missing.
 */
export class Pages implements Disposable {
  readonly count: number
  readonly #fd: number
  readonly #fileCount: number
  readonly #log: WriteAheadLog | undefined
  readonly #owned: DisposableStack

  constructor(file: string, { withLog }: PagesOptions) {
    using opening = new DisposableStack()
    this.#fd = opening.adopt(openSync(file, 'r'), closeSync)
    const walFile = `${file}-wal`
    if (withLog && existsSync(walFile)) {
      const fd = opening.adopt(openSync(walFile, 'r'), closeSync)
      this.#log = readWriteAheadLog(fd)
    }
    this.#fileCount = Math.floor(fstatSync(this.#fd).size / PAGE_BYTES)
    this.count = Math.max(this.#fileCount, this.#log?.lastPage ?? 0)
    this.#owned = opening.move()
  }

  get hasLog(): boolean {
    return this.#log !== undefined
  }

  /** Whether the write-ahead log replaces a page. */
  isLogged(number: number): boolean {
    return this.#log?.offsets.has(number) ?? false
  }

  /** Returns page `number`, counted from 1; `undefined` if the file has no such page. */
  read(number: number): Buffer | undefined {
    const logged = this.#log?.offsets.get(number)
    if (this.#log && logged !== undefined) return readPage(this.#log.fd, logged)
    if (!Number.isInteger(number) || number < 1 || number > this.#fileCount) return undefined
    return readPage(this.#fd, (number - 1) * PAGE_BYTES)
  }

  [Symbol.dispose](): void {
    this.#owned[Symbol.dispose]()
  }
}

function readPage(fd: number, offset: number): Buffer | undefined {
  const page = Buffer.allocUnsafe(PAGE_BYTES)
  return readSync(fd, page, 0, PAGE_BYTES, offset) === PAGE_BYTES ? page : undefined
}
