import Database from 'better-sqlite3'
import { answerCalls } from '../../worker-entry.ts'
import { isCorruption } from '../damage-mark.ts'
import { type Db, toStoreError } from '../database.ts'

/** Answers what SQLite finds wrong with a file: nothing where it is sound. */
answerCalls((file: string): readonly string[] => {
  try {
    using opened = new DisposableStack()
    const db = opened.adopt(new Database(file), (one) => one.close())
    const found = db.prepare<[], string>('PRAGMA quick_check(20)').pluck().all()
    return found.length === 1 && found[0] === 'ok' ? findUnreadable(db) : found
  } catch (error) {
    if (isOfFile(error)) return [error.message]
    throw toStoreError(error)
  }
})

/** Where a stretch of zeros is in the middle of a page, SQLite finds nothing wrong with it. */
function findUnreadable(db: Db): readonly string[] {
  const sql = 'SELECT rowid FROM event WHERE NOT json_valid(data) LIMIT 20'
  const rows = db.prepare<[], number>(sql).pluck().all()
  return rows.map((row) => `the data of event ${row} is no JSON`)
}

/** Not of who may read it, or does. */
function isOfFile(error: unknown): error is Error {
  if (isCorruption(error)) return true
  return error instanceof Database.SqliteError && error.code.startsWith('SQLITE_IOERR')
}
