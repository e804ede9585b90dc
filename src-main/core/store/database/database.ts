import { existsSync, rmSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import Database from 'better-sqlite3'
import { AppError } from '#shared/lib/app-error.ts'
import { codeOf, DAMAGED, describeDamage, describeLock, toStoreError } from './store-error.ts'

export type Db = Database.Database

/** How long a command waits for another program that has locked a database. */
const LOCK_WAIT_MS = 3_000

/** How long the store's owner waits for a lock while it runs. */
const OWNER_LOCK_WAIT_MS = 5_000

const RETRY_MS = 50

/** Opens a database that isn't written. Waits for locks as long as commands do. */
export function openReadOnly(file: string): Db {
  return new Database(file, { readonly: true, timeout: LOCK_WAIT_MS })
}

/** Fails where SQLite itself does not load. */
export function tryDatabase(): void {
  new Database(':memory:').close()
}

/**
 * Waits until a store's only connection, opened with a timeout of 0, can write. Fails with a sentence if
 * another program has locked the store for too long.
 */
export async function untilWritable(db: Db, file: string): Promise<void> {
  await untilUnlocked(file, () => {
    db.exec('BEGIN IMMEDIATE')
    db.exec('ROLLBACK')
  })
  db.pragma(`busy_timeout = ${OWNER_LOCK_WAIT_MS}`)
}

/**
 * Repeats `attempt` until it no longer meets another program's lock on a file. Doesn't block the thread
 * meanwhile. Fails with a sentence after a few seconds; other errors are thrown at once.
 */
export async function untilUnlocked<T>(file: string, attempt: () => T): Promise<T> {
  const until = performance.now() + LOCK_WAIT_MS
  for (;;) {
    try {
      return attempt()
    } catch (cause) {
      if (!isLocked(cause)) throw cause
      if (performance.now() > until) {
        throw new AppError('unavailable', describeLock(file), { cause })
      }
    }
    await delay(RETRY_MS)
  }
}

/** Until it is disposed, the owner's connection fails at once where it meets another program's lock. */
export function withoutLockWait(db: Db): Disposable {
  db.pragma('busy_timeout = 0')
  return { [Symbol.dispose]: () => db.pragma(`busy_timeout = ${OWNER_LOCK_WAIT_MS}`) }
}

/** Whether SQLite met another program's lock. */
export function isLocked(error: unknown): boolean {
  return /^SQLITE_(BUSY|PROTOCOL)/.test(codeOf(error))
}

/** A statement that only reads. It fails with a sentence; where it meets damage, the store is marked. */
export interface Reading<Params extends unknown[], Row> {
  get(...params: Params): Row | undefined
  all(...params: Params): Row[]
}

/** How the tables read, whether or not it is for a write. */
export function prepareReading<Params extends unknown[], Row = unknown>(
  db: Db,
  sql: string,
): Reading<Params, Row> {
  const statement = db.prepare<unknown[], Row>(sql)
  return {
    get: (...params) => readFrom(db, () => statement.get(...params)),
    all: (...params) => readFrom(db, () => statement.all(...params)),
  }
}

/** As `prepareReading`, for one column: the rows are its values. */
export function prepareReadingOf<Params extends unknown[], Value>(
  db: Db,
  sql: string,
): Reading<Params, Value> {
  const statement = db.prepare<unknown[], Value>(sql).pluck()
  return {
    get: (...params) => readFrom(db, () => statement.get(...params)),
    all: (...params) => readFrom(db, () => statement.all(...params)),
  }
}

/** Runs `parse` on stored values. They were valid when written, so a failure means damage. */
export function parseStored<T>(db: Db, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw AppError.is(error) ? error : toDamage(db, error)
  }
}

function readFrom<T>(db: Db, read: () => T): T {
  try {
    return read()
  } catch (error) {
    throw toFailure(db, error)
  }
}

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
