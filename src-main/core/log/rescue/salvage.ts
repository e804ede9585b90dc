import type { Db } from '../database.ts'
import { createSchema } from '../open-database.ts'
import { schemaVersion } from '../run-migrations.ts'
import { copyTable } from './copy-table.ts'
import { mendSessions } from './mend-sessions.ts'

/** What came out of a damaged store. */
export interface Salvaged {
  readonly sessions: number
  /** Sessions whose end is missing. */
  readonly cutSessions: number
  readonly events: number
}

/** Copies from a damaged store into an empty file what can be read of it, and makes that whole. */
export function salvage(from: Db, into: Db, migrations: readonly string[]): Salvaged {
  into.pragma('foreign_keys = OFF')
  createSchema(into, migrations.slice(0, versionOf(from) || migrations.length))
  const copyAll = into.transaction(() => {
    for (const table of tablesOf(into)) copyTable(from, into, table)
    return mendSessions(into)
  })
  const cutSessions = copyAll()
  return { sessions: count(into, 'session'), cutSessions, events: count(into, 'event') }
}

/** 0 where not even that can be read. */
function versionOf(db: Db): number {
  try {
    return schemaVersion(db)
  } catch {
    return 0
  }
}

function tablesOf(db: Db): readonly string[] {
  return db
    .prepare<[], string>(
      `SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'`,
    )
    .pluck()
    .all()
}

function count(db: Db, table: string): number {
  return db.prepare<[], number>(`SELECT count(*) FROM ${table}`).pluck().get() ?? 0
}
