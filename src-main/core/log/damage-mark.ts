import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '#shared/error.ts'
import type { Db } from './database.ts'
import { DAMAGED, describeDamage, toStoreError } from './store-error.ts'

/** Whether it says that what was read from a store can't be what was written. */
export function isCorruption(error: unknown): boolean {
  return error instanceof Database.SqliteError && /^SQLITE_(CORRUPT|NOTADB)/.test(error.code)
}

/** Converts a failure of the store to an error for users. Damage is marked, so that the next start checks the store. */
export function toFailure(db: Db, error: unknown): unknown {
  return isCorruption(error) ? toDamage(db, error) : toStoreError(error)
}

/** Marks the store as damaged. Returns an error that says how to rescue it. */
export function toDamage(db: Db, cause: unknown): AppError {
  if (!db.memory) new DamageMark(db.name).set()
  const message = db.readonly ? describeDamage(dirname(db.name)) : DAMAGED
  return new AppError('unavailable', message, { cause })
}

/** A file beside a store that has it read whole before it is opened the next time. */
export class DamageMark {
  readonly #file: string

  constructor(storeFile: string) {
    this.#file = `${storeFile}-damaged`
  }

  get isSet(): boolean {
    return existsSync(this.#file)
  }

  /** As far as the folder can be written: the damage itself is what has to be said. */
  set(): void {
    try {
      writeFileSync(this.#file, '')
    } catch (error) {
      if (!isSystemError(error)) throw error
    }
  }

  remove(): void {
    rmSync(this.#file, { force: true })
  }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
