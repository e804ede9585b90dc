import { closeSync, existsSync, openSync, statSync } from 'node:fs'
import Database from 'better-sqlite3'
import { answerCalls } from '../../runtime/worker-entry.ts'
import { type Db, isCorruption } from '../database/database.ts'
import { readWriteAheadLog } from '../file-format/pages.ts'
import { schemaVersion } from '../migrations/run-migrations.ts'
import { createSchema, openReadable, toOpeningError } from '../opening/open-database.ts'
import { isUsable, type Row, readShapes } from './table-shapes.ts'

export interface FindDamageCall {
  readonly file: string
  readonly migrations: readonly string[]
}

/** Above this size only `quick_check` runs: comparing indexes with tables takes many times as long. */
const MAX_INTEGRITY_CHECK_BYTES = 32 * 1024 * 1024
/** Time limit for checking single rows. */
const ROW_CHECK_MS = 2_000
const MAX_FINDINGS = 20

/** Returns descriptions of the damage found in a store, for the logs; none if it is sound. */
answerCalls(({ file, migrations }: FindDamageCall): readonly string[] => {
  try {
    if (hasDamagedLog(file)) return ['frames of the write-ahead log are damaged']
    using opened = new DisposableStack()
    // A writable connection would copy a foreign write-ahead log into the file.
    const db = opened.adopt(openReadable(file), (one) => one.close())
    for (const find of [findBadPages, findBadSchema, findGaps, findBadRows]) {
      const found = find(db, { file, migrations })
      if (found.length > 0) return found
    }
    return []
  } catch (error) {
    if (isFileError(error)) return [error.message]
    throw toOpeningError(error, file)
  }
})

function hasDamagedLog(file: string): boolean {
  const walFile = `${file}-wal`
  if (!existsSync(walFile)) return false
  using opened = new DisposableStack()
  const fd = opened.adopt(openSync(walFile, 'r'), closeSync)
  return readWriteAheadLog(fd)?.isDamaged ?? false
}

function findBadPages(db: Db, { file }: FindDamageCall): readonly string[] {
  const check = statSync(file).size <= MAX_INTEGRITY_CHECK_BYTES ? 'integrity_check' : 'quick_check'
  const found = db.prepare<[], string>(`PRAGMA ${check}(${MAX_FINDINGS})`).pluck().all()
  return found.length === 1 && found[0] === 'ok' ? [] : found
}

/** Compares tables with the stored version: if that is wrong, a start would repeat migrations. */
function findBadSchema(db: Db, { migrations }: FindDamageCall): readonly string[] {
  const version = schemaVersion(db)
  if (version < 1 || version > migrations.length) return []
  using opened = new DisposableStack()
  const model = opened.adopt(new Database(':memory:'), (one) => one.close())
  createSchema(model, migrations.slice(0, version))
  const matchesModel = schemaNames(db).join() === schemaNames(model).join()
  return matchesModel ? [] : [`the schema isn't that of version ${version}`]
}

function schemaNames(db: Db): readonly string[] {
  const names = db.prepare<[], string>(
    `SELECT type || ' ' || name FROM sqlite_schema WHERE name NOT LIKE 'sqlite_stat%' ORDER BY 1`,
  )
  return names.pluck().all()
}

function findGaps(db: Db): readonly string[] {
  const sessions = db.prepare<[], string>(
    `SELECT session_id FROM event
     WHERE session_id NOT IN (SELECT id FROM session WHERE is_deleted = 1)
     GROUP BY session_id HAVING min(seq) <> 1 OR max(seq) <> count(*) LIMIT ${MAX_FINDINGS}`,
  )
  return sessions
    .pluck()
    .all()
    .map((id) => `session ${id} has gaps`)
}

/** Finds values with changed bytes, which SQLite's own check doesn't detect. */
function findBadRows(db: Db): readonly string[] {
  const until = performance.now() + ROW_CHECK_MS
  const found: string[] = []
  for (const { name } of readShapes(db).filter((shape) => shape.name !== 'summary')) {
    for (const row of db.prepare<[], Row>(`SELECT * FROM ${name}`).iterate()) {
      if (!isUsable(name, row)) found.push(`a row of ${name} is damaged`)
      if (found.length >= MAX_FINDINGS || performance.now() > until) return found
    }
  }
  return found
}

/** Whether the error is about the file's content, not its permissions or locks. */
function isFileError(error: unknown): error is Error {
  if (isCorruption(error)) return true
  return (
    error instanceof Database.SqliteError &&
    /^SQLITE_(IOERR|ERROR|TOOBIG|NOMEM|FORMAT)/.test(error.code)
  )
}
