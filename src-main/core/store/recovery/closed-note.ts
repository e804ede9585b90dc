import { createHash } from 'node:crypto'
import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from '../database/store-error.ts'
import { PAGE_BYTES, readHead } from '../file-format/pages.ts'
import { storeFileIn } from '../opening/open-database.ts'
import { moveLogAside } from '../opening/replace-store.ts'
import { hasWriteAheadLog } from './rescue.ts'

const Closed = z.object({
  bytes: z.int(),
  modifiedAt: z.number(),
  /** Hash of the first page, which also stays when the file is copied. */
  firstPage: z.string(),
})
type Closed = z.infer<typeof Closed>

interface Comparison {
  /** There is no readable note, for example because an older version closed the store. */
  readonly isUnknown: boolean
  readonly hasChanged: boolean
  /** The new name of a write-ahead log that was moved because it belongs to another store. */
  readonly foreignLog?: string
}

/**
 * Records size, time and first page of the store's file when its owner closes it. At the next start, an
 * unchanged file is opened at once; a changed one is checked first.
 */
export class ClosedNote {
  readonly #noteFile: string
  readonly #storeFile: string

  constructor(dataDir: string) {
    this.#noteFile = join(dataDir, 'closed.json')
    this.#storeFile = storeFileIn(dataDir)
  }

  /**
   * Compares the store with the note. A write-ahead log that appeared next to an unchanged store belongs
   * to another one and is renamed.
   */
  compare(at: number): Comparison {
    const closed = this.#read()
    const now = closed && describeFile(this.#storeFile)
    if (!closed || !existsSync(this.#storeFile)) return { isUnknown: !closed, hasChanged: false }
    const isSameContent = now?.bytes === closed.bytes && now.firstPage === closed.firstPage
    const hasChanged = !isSameContent || now.modifiedAt !== closed.modifiedAt
    if (!isSameContent || !hasWriteAheadLog(this.#storeFile))
      return { isUnknown: false, hasChanged }
    return { isUnknown: false, hasChanged, foreignLog: moveLogAside(this.#storeFile, at) }
  }

  /**
   * Whether a write-ahead log of another store is next to this one, which nobody has opened since it was
   * closed. Changes nothing.
   */
  hasForeignLog(): boolean {
    const closed = this.#read()
    if (!closed || !hasWriteAheadLog(this.#storeFile)) return false
    const now = describeFile(this.#storeFile)
    return now?.bytes === closed.bytes && now.firstPage === closed.firstPage
  }

  /**
   * Call it after closing the store. Writes nothing while another process still uses a write-ahead log,
   * or if the folder isn't writable.
   */
  write(): void {
    try {
      const closed = hasWriteAheadLog(this.#storeFile) ? undefined : describeFile(this.#storeFile)
      if (closed) writeFileSync(this.#noteFile, JSON.stringify(closed), { mode: 0o600 })
    } catch (error) {
      if (codeOf(error) === '') throw error
    }
  }

  /** Call it once the store is open: the note is about a closed store. */
  remove(): void {
    rmSync(this.#noteFile, { force: true })
  }

  #read(): Closed | undefined {
    try {
      // Reading a named pipe would wait forever.
      if (!statSync(this.#noteFile).isFile()) return undefined
      return Closed.parse(JSON.parse(readFileSync(this.#noteFile, 'utf8')))
    } catch {
      return undefined
    }
  }
}

/** Returns `undefined` if there is no such file, or it can't be read. */
function describeFile(file: string): Closed | undefined {
  try {
    const found = statSync(file, { throwIfNoEntry: false })
    if (!found?.isFile()) return undefined
    const firstPage = createHash('sha256').update(readHead(file, PAGE_BYTES)).digest('hex')
    return { bytes: found.size, modifiedAt: found.mtimeMs, firstPage }
  } catch (error) {
    // Opening the store explains why.
    if (codeOf(error) === '') throw error
    return undefined
  }
}
