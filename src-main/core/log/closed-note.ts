import { createHash } from 'node:crypto'
import {
  closeSync,
  existsSync,
  openSync,
  readFileSync,
  readSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { codeOf } from './disk-error.ts'
import { storeFileIn } from './open-database.ts'
import { setLogAside } from './replace-store.ts'

const Closed = z.object({
  bytes: z.int(),
  modifiedAt: z.number(),
  /** Hash of the first page, which also stays when the file is copied. */
  firstPage: z.string(),
})
type Closed = z.infer<typeof Closed>

interface Comparison {
  /** There is no note, as in a folder of an older version or one that another program left. */
  readonly isUnknown: boolean
  readonly hasChanged: boolean
  /** The new name of a write-ahead log that was set aside. */
  readonly foreignLog?: string
}

/**
 * A note about the store's file as it was when its owner closed it. A start that finds the file changed
 * checks it before it opens it; an unchanged file is opened at once.
 */
export class ClosedNote {
  readonly #noteFile: string
  readonly #storeFile: string

  constructor(dataDir: string) {
    this.#noteFile = join(dataDir, 'closed.json')
    this.#storeFile = storeFileIn(dataDir)
  }

  /**
   * Compares the store with the note, if there is one. A write-ahead log that appeared beside an unchanged
   * store belongs to another one and is set aside.
   */
  compare(at: number): Comparison {
    const closed = this.#read()
    const now = closed && describeFile(this.#storeFile)
    if (!closed || !existsSync(this.#storeFile)) return { isUnknown: !closed, hasChanged: false }
    const isSameContent = now?.bytes === closed.bytes && now.firstPage === closed.firstPage
    const hasChanged = !isSameContent || now.modifiedAt !== closed.modifiedAt
    if (!isSameContent || !hasLog(this.#storeFile)) return { isUnknown: false, hasChanged }
    return { isUnknown: false, hasChanged, foreignLog: setLogAside(this.#storeFile, at) }
  }

  /**
   * Call it after the store was closed. It writes nothing while another process still reads from a
   * write-ahead log, or if the folder can't be written: the next start then checks no more than usual.
   */
  write(): void {
    try {
      const closed = hasLog(this.#storeFile) ? undefined : describeFile(this.#storeFile)
      if (closed) writeFileSync(this.#noteFile, JSON.stringify(closed), { mode: 0o600 })
    } catch (error) {
      if (codeOf(error) === '') throw error
    }
  }

  /** Call it once the store is open: the note says nothing about it then. */
  remove(): void {
    rmSync(this.#noteFile, { force: true })
  }

  #read(): Closed | undefined {
    try {
      return Closed.parse(JSON.parse(readFileSync(this.#noteFile, 'utf8')))
    } catch {
      return undefined
    }
  }
}

function hasLog(file: string): boolean {
  return (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0
}

const PAGE_BYTES = 4096

/** `undefined` for anything but a file. */
function describeFile(file: string): Closed | undefined {
  const found = statSync(file, { throwIfNoEntry: false })
  if (!found?.isFile()) return undefined
  const fd = openSync(file, 'r')
  try {
    const page = Buffer.alloc(PAGE_BYTES)
    readSync(fd, page, 0, PAGE_BYTES, 0)
    const firstPage = createHash('sha256').update(page).digest('hex')
    return { bytes: found.size, modifiedAt: found.mtimeMs, firstPage }
  } finally {
    closeSync(fd)
  }
}
