import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { answerCalls } from '../../worker-entry.ts'
import { isCorruption } from '../damage-mark.ts'
import type { Db } from '../database.ts'
import { createSchema } from '../open-database.ts'
import { schemaVersion } from '../run-migrations.ts'
import { toStoreError } from '../store-error.ts'
import { isUsable } from './check-row.ts'
import { type Row, readShapes } from './table-shapes.ts'
import { readWriteAheadLog } from './write-ahead-log.ts'

export interface FindDamageCall {
  readonly file: string
  readonly migrations: readonly string[]
}

/** Up to this size SQLite also compares indexes with tables, which takes many times as long. */
const COMPARED_BYTES = 32 * 1024 * 1024
/** How long rows are checked one by one. */
const ROWS_MS = 2_000
const MOST_FINDINGS = 20

/** Returns what is wrong with a store, for our own logs; nothing if it is sound. */
answerCalls(({ file, migrations }: FindDamageCall): readonly string[] => {
  try {
    if (hasBrokenLog(file)) return ['frames of the write-ahead log are damaged']
    using opened = new DisposableStack()
    // A connection that may write would copy a foreign write-ahead log into the file.
    const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
    for (const look of [findBadPages, findBadSchema, findGaps, findBadRows]) {
      const found = look(db, { file, migrations })
      if (found.length > 0) return found
    }
    return []
  } catch (error) {
    if (isOfFile(error)) return [error.message]
    throw toStoreError(error)
  }
})

function hasBrokenLog(file: string): boolean {
  const walFile = `${file}-wal`
  if (!existsSync(walFile)) return false
  using opened = new DisposableStack()
  const fd = opened.adopt(openSync(walFile, 'r'), closeSync)
  return readWriteAheadLog(fd)?.isBroken ?? false
}

function findBadPages(db: Db, { file }: FindDamageCall): readonly string[] {
  const check = statSync(file).size <= COMPARED_BYTES ? 'integrity_check' : 'quick_check'
  const found = db.prepare<[], string>(`PRAGMA ${check}(${MOST_FINDINGS})`).pluck().all()
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

/** A version that doesn't go with the tables that are there would be migrated once more. */
function findBadSchema(db: Db, { migrations }: FindDamageCall): readonly string[] {
  const version = schemaVersion(db)
  if (version < 1 || version > migrations.length) return []
  using opened = new DisposableStack()
  const model = opened.adopt(new Database(':memory:'), (one) => one.close())
  createSchema(model, migrations.slice(0, version))
  const isAsModel = namesOf(db).join() === namesOf(model).join()
  return isAsModel ? [] : [`the schema isn't that of version ${version}`]
}

function namesOf(db: Db): readonly string[] {
  const names = db.prepare<[], string>(
    `SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1`,
  )
  return names.pluck().all()
}

function findGaps(db: Db): readonly string[] {
  const sessions = db.prepare<[], string>(
    `SELECT session_id FROM event
     WHERE session_id NOT IN (SELECT id FROM session WHERE is_deleted = 1)
     GROUP BY session_id HAVING min(seq) <> 1 OR max(seq) <> count(*) LIMIT ${MOST_FINDINGS}`,
  )
  return sessions
    .pluck()
    .all()
    .map((id) => `session ${id} has gaps`)
}

/** SQLite finds nothing wrong with bytes that changed within a value. */
function findBadRows(db: Db): readonly string[] {
  const until = performance.now() + ROWS_MS
  const found: string[] = []
  for (const { name } of readShapes(db).filter((shape) => shape.name !== 'summary')) {
    for (const row of db.prepare<[], Row>(`SELECT * FROM ${name}`).iterate()) {
      if (!isUsable(name, row)) found.push(`a row of ${name} is damaged`)
      if (found.length >= MOST_FINDINGS || performance.now() > until) return found
    }
  }
  return found
}

/** Not about who may read it, or has it open. */
function isOfFile(error: unknown): error is Error {
  if (isCorruption(error)) return true
  return (
    error instanceof Database.SqliteError &&
    /^SQLITE_(IOERR|ERROR|TOOBIG|NOMEM|FORMAT)/.test(error.code)
  )
}
