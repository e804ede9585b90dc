import { AppError } from '#shared/error.ts'
import { toDamage, toFailure } from './damage-mark.ts'
import type { Db } from './database.ts'

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
