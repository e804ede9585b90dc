import { rmSync, writeFileSync } from 'node:fs'
import { AppError } from '#shared/lib/app-error.ts'
import type { Db } from '../database/database.ts'
import type { Report } from '../database/store-error.ts'

/** What was written in one go, and can be written again in the same order with the same result. */
export interface Redoable {
  readonly redo: () => void
}

/** More than most commits need: less room than this is not worth a try. */
export const LEAST_FREE_BYTES = 4 * 1024 * 1024

const STUCK =
  'What was kept in memory alone can’t be written again, so nothing new is taken. Make room for the store, and leave Orrery open until this is gone.'

/**
 * What the disk does not take, held in a transaction that is not committed: this connection reads it
 * as if it were, no other one does, and it is gone if the process ends before `save` has succeeded.
 */
export class HeldWrites {
  readonly #db: Db
  readonly #why: string
  readonly #report: Report
  #held: Redoable[] = []
  #isStuck = false

  /** `why` says what the disk did. Throws where not even a transaction can be begun. */
  constructor(db: Db, { why, report }: { readonly why: string; readonly report: Report }) {
    this.#db = db
    this.#why = why
    this.#report = report
    // Changed pages stay in memory, however many, and nothing needs a temporary file.
    db.pragma('cache_spill = OFF')
    db.pragma('temp_store = MEMORY')
    this.#begin()
  }

  /** What a person has to know of it. */
  get told(): string {
    return this.#isStuck ? STUCK : this.#why
  }

  /** Writes and holds. Where it throws, what was held before is held still. */
  add<T extends Redoable>(write: () => T): T {
    if (!this.#isBegun()) throw new AppError('unavailable', STUCK)
    try {
      const written = this.#db.transaction(write)()
      this.#held.push(written)
      return written
    } catch (error) {
      this.#isBegun()
      throw error
    }
  }

  /** Tries to bring everything to disk: answers whether it is there. */
  save(): boolean {
    if (!this.#hasRoom() || !this.#isBegun()) return false
    try {
      this.#db.exec('COMMIT')
    } catch {
      // A commit that fails has undone everything.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      this.#isBegun()
      return false
    }
    this.#held = []
    this.#db.pragma('cache_spill = ON')
    return true
  }

  /** Answers whether the transaction is there, with all that is held: where it is not, begins it anew. */
  #isBegun(): boolean {
    if (this.#db.inTransaction) return true
    try {
      this.#begin()
      this.#isStuck = false
    } catch (error) {
      // Half of it is worse than none: it is tried again with the next write, or when it is saved.
      if (this.#db.inTransaction) this.#db.exec('ROLLBACK')
      if (!this.#isStuck) this.#report(error, 'writing again what is held in memory')
      this.#isStuck = true
    }
    return !this.#isStuck
  }

  #begin(): void {
    this.#db.exec('BEGIN IMMEDIATE')
    for (const { redo } of this.#held) redo()
  }

  /** A commit that fails costs writing everything again. */
  #hasRoom(): boolean {
    const probe = `${this.#db.name}-room`
    try {
      writeFileSync(probe, Buffer.alloc(LEAST_FREE_BYTES), { flush: true })
      return true
    } catch {
      return false
    } finally {
      rmSync(probe, { force: true })
    }
  }
}
