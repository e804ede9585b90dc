import { existsSync } from 'node:fs'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import type { Db } from '../database.ts'
import { moveOddFilesAside, removeDerivedFiles } from '../derived-files.ts'
import { codeOf } from '../disk-error.ts'
import { INDEX_SCHEMA, INDEX_VERSION } from './index-schema.ts'

/** Where the index of a data folder is. It may be deleted at any time while no host runs. */
export function indexFileIn(dataDir: string): string {
  return join(dataDir, 'search.db')
}

/** Opens the index; one that is damaged, or of another version, is made anew. */
export function openIndex(dataDir: string): Db {
  try {
    return open(dataDir)
  } catch (error) {
    if (!isBroken(error)) throw error
    removeIndex(dataDir)
    return open(dataDir)
  }
}

/** Whether the index can only be made anew. */
export function isBroken(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))
}

/** Of an index that nobody has open. */
export function removeIndex(dataDir: string): void {
  removeDerivedFiles(indexFileIn(dataDir))
}

function open(dataDir: string): Db {
  const file = indexFileIn(dataDir)
  moveOddFilesAside(file)
  if (existsSync(file) && versionOf(file) !== INDEX_VERSION) removeIndex(dataDir)
  using opening = new DisposableStack()
  const db = opening.adopt(new Database(file), (one) => one.close())
  const isNew = Number(db.pragma('user_version', { simple: true })) === 0
  if (isNew) db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma('journal_mode = WAL')
  // What a loss of power takes is indexed again.
  db.pragma('synchronous = NORMAL')
  db.pragma('secure_delete = FAST')
  db.pragma('cache_size = -16000')
  if (isNew) create(db)
  opening.move()
  return db
}

function versionOf(file: string): number {
  using opened = new DisposableStack()
  const db = opened.adopt(new Database(file, { readonly: true }), (one) => one.close())
  return Number(db.pragma('user_version', { simple: true }))
}

function create(db: Db): void {
  const run = db.transaction(() => {
    db.exec(INDEX_SCHEMA)
    db.pragma(`user_version = ${INDEX_VERSION}`)
  })
  run.immediate()
}
