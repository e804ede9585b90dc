import { rmSync, writeFileSync } from 'node:fs'
import Database from 'better-sqlite3'
import type { Db } from './database.ts'

/** What was written in one go, and can be written again in the same order with the same result. */
export interface Redoable {
  readonly redo: () => void
}

/** More than most commits need: less room than this is not worth a try. */
const PROBE_BYTES = 4 * 1024 * 1024

const HELD = 'What happens now is kept in memory alone'
const sentences: readonly (readonly [code: string, sentence: string])[] = [
  [
    'SQLITE_FULL',
    `The disk is full. ${HELD} until there is room: make some before you close Orrery.`,
  ],
  [
    'SQLITE_IOERR',
    `The disk failed. ${HELD} until it takes writes again: see to that before you close Orrery.`,
  ],
  [
    'SQLITE_READONLY',
    `The store can’t be written. ${HELD} until it can: see to that before you close Orrery.`,
  ],
  [
    'SQLITE_CANTOPEN',
    `The store can’t be reached. ${HELD} until it can: see to that before you close Orrery.`,
  ],
]

/** What to tell of an error that says that the disk takes nothing at present; else `undefined`. */
export function tellUnwritable(error: unknown): string | undefined {
  if (!(error instanceof Database.SqliteError)) return undefined
  return sentences.find(([code]) => error.code.startsWith(code))?.[1]
}

/**
 * What the disk does not take, held in a transaction that is not committed: this connection reads it
 * as if it were, no other one does, and it is gone if the process ends before `save` has succeeded.
 */
export class HeldWrites {
  readonly #db: Db
  #held: Redoable[] = []

  /** Throws where not even a transaction can be begun. */
  constructor(db: Db) {
    this.#db = db
    // Changed pages stay in memory, however many, and nothing needs a temporary file.
    db.pragma('cache_spill = OFF')
    db.pragma('temp_store = MEMORY')
    this.#begin()
  }

  /** Writes and holds. Where it throws, what was held before is held still. */
  add<T extends Redoable>(write: () => T): T {
    try {
      const written = this.#db.transaction(write)()
      this.#held.push(written)
      return written
    } catch (error) {
      if (!this.#db.inTransaction) this.#begin()
      throw error
    }
  }

  /** Tries to bring everything to disk: answers whether it is there. */
  save(): boolean {
    if (!this.#hasRoom()) return false
    try {
      this.#db.exec('COMMIT')
      this.#held = []
      this.#db.pragma('cache_spill = ON')
      return true
    } catch {
      // A commit that fails has undone everything.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      this.#begin()
      return false
    }
  }

  #begin(): void {
    this.#db.exec('BEGIN IMMEDIATE')
    for (const { redo } of this.#held) redo()
  }

  /** A commit that fails costs writing everything again. */
  #hasRoom(): boolean {
    const probe = `${this.#db.name}-room`
    try {
      writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { flush: true })
      return true
    } catch {
      return false
    } finally {
      rmSync(probe, { force: true })
    }
  }
}
