import Database from 'better-sqlite3'
import type { Db } from './database.ts'
import { PAGE_BYTES } from './read-head.ts'
import { Pages } from './rescue/pages.ts'

/** Offsets of the journal modes for writing and reading in a database's header. */
const JOURNAL_MODES_AT = [18, 19] as const
const ROLLBACK = 1

/**
 * Opens a copy of a store in memory, with its write-ahead log applied. For a full or read-only disk, on
 * which SQLite can't create the files that it needs next to a store.
 */
export function readIntoMemory(file: string): Db {
  using pages = new Pages(file, { withLog: true })
  const image = Buffer.alloc(pages.count * PAGE_BYTES)
  for (let number = 1; number <= pages.count; number += 1) {
    pages.read(number)?.copy(image, (number - 1) * PAGE_BYTES)
  }
  // A database in memory can't have a write-ahead log.
  for (const at of JOURNAL_MODES_AT) image[at] = ROLLBACK
  return new Database(image)
}
