import { cpSync, existsSync, lstatSync, mkdirSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Database from 'better-sqlite3'
import { AppError } from '#shared/lib/app-error.ts'
import { explainNative } from '../../runtime/native-part.ts'
import { WorkerCalls } from '../../runtime/worker-entry.ts'
import { type Db, isCorruption, openReadOnly, untilWritable } from '../database/database.ts'
import {
  codeOf,
  describeDamage,
  describeFileError,
  describeOpening,
  toStoreError,
} from '../database/store-error.ts'
import { findReadableStore, renameDurably } from '../database/store-files.ts'
import { PAGE_BYTES, Pages } from '../file-format/pages.ts'
import { migrations as ours } from '../migrations/index.ts'
import { runMigrations, schemaVersion } from '../migrations/run-migrations.ts'
import type { MigrationCall } from './migrate.worker.ts'

/** Written into the file: "Orry". A database without it is someone else's. */
export const APPLICATION_ID = 0x4f727279

/** Where the store of a data folder is. */
export function storeFileIn(dataDir: string): string {
  return join(dataDir, 'orrery.db')
}

/** Whether something has the store's name in this data folder, even a link to nothing. */
export function hasStore(dataDir: string): boolean {
  return lstatSync(storeFileIn(dataDir), { throwIfNoEntry: false }) !== undefined
}

/** Opens the store's file for its one owner: creates it, or backs it up and brings it up to date. */
export async function openForOwner(
  dataDir: string,
  migrations: readonly string[] = ours,
): Promise<Db> {
  const file = storeFileIn(dataDir)
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    if (!existsSync(file)) createStore(file, migrations)
    using opening = new DisposableStack()
    const db = opening.adopt(new Database(file, { timeout: 0 }), (opened) => opened.close())
    await untilWritable(db, file)
    await bringUpToDate(db, { file, migrations })
    prepareForWriting(db)
    opening.move()
    return db
  } catch (error) {
    throw toOpeningError(error, file)
  }
}

/** Opens the store's file for reading only, whether or not another process writes it. */
export function openForReader(dataDir: string, migrations: readonly string[] = ours): Db {
  try {
    if (!hasStore(dataDir)) {
      throw new AppError('unavailable', `There is no Orrery store in ${dataDir}.`)
    }
    return openUpToDate(findReadableStore(storeFileIn(dataDir)), { dataDir, migrations })
  } catch (error) {
    throw toReadingError(error, dataDir)
  }
}

interface Reading {
  readonly dataDir: string
  readonly migrations: readonly string[]
}

function openUpToDate(file: string, { dataDir, migrations }: Reading): Db {
  using opening = new DisposableStack()
  if (!statSync(file).isFile()) throw damageError(dataDir)
  const db = opening.adopt(openResolved(file), (opened) => opened.close())
  if (hasDamagedHeader(db)) throw damageError(dataDir)
  const version = checkVersion(db, { file, migrations })
  if (version < migrations.length) {
    throw new AppError(
      'unsupported',
      `${file} was written by an older Orrery. Start Orrery once to bring it up to date.`,
    )
  }
  opening.move()
  return db
}

function damageError(dataDir: string): AppError {
  return new AppError('unavailable', describeDamage(dataDir))
}

/** Whether a store's header is damaged or its file is empty. */
function hasDamagedHeader(db: Db): boolean {
  if (readApplicationId(db) === APPLICATION_ID) return false
  const names = db.prepare<[], string>('SELECT name FROM sqlite_schema').pluck().all()
  return names.length === 0 || looksLikeStore(names)
}

/** Whether a database with these tables is a store, even if its header doesn't say so. */
export function looksLikeStore(names: readonly string[]): boolean {
  return names.includes('event') && names.includes('blob_use')
}

function readApplicationId(db: Db): number {
  return Number(db.pragma('application_id', { simple: true }))
}

/** Opens a store for reading, also where SQLite can't create the files that it needs next to it. */
export function openReadable(file: string): Db {
  return openResolved(findReadableStore(file))
}

function openResolved(file: string): Db {
  const db = openReadOnly(file)
  try {
    db.pragma('user_version')
    return db
  } catch (error) {
    db.close()
    // SQLite keeps its index of the write-ahead log beside the file: in a folder that can't be
    // written, and where no owner has made one, only a copy can be read.
    if (/^SQLITE_(CANTOPEN|READONLY|FULL|IOERR_SHM|IOERR_WRITE)/.test(codeOf(error))) {
      return copyOrRead(file)
    }
    throw error
  }
}

function copyOrRead(file: string): Db {
  try {
    return openCopy(file)
  } catch {
    // There may be no room for a copy either.
    return readIntoMemory(file)
  }
}

function openCopy(file: string): Db {
  const folder = mkdtempSync(join(tmpdir(), 'orrery-read-'))
  try {
    for (const suffix of ['', '-wal']) {
      if (existsSync(file + suffix)) cpSync(file + suffix, storeFileIn(folder) + suffix)
    }
    const db = new Database(storeFileIn(folder))
    db.pragma('journal_mode = DELETE')
    return db
  } finally {
    // Windows keeps what is open; its own cleaning of the folder for temporary files takes it.
    if (process.platform !== 'win32') rmSync(folder, { recursive: true, force: true })
  }
}

/** There is never a store with nothing in it: one that is found so has lost what it held. */
function createStore(file: string, migrations: readonly string[]): void {
  const draft = `${file}.new`
  try {
    remove(draft)
    {
      using opened = new DisposableStack()
      const db = opened.adopt(new Database(draft), (one) => one.close())
      createSchema(db, migrations)
    }
    renameDurably(draft, file)
  } finally {
    remove(draft)
  }
}

function remove(draft: string): void {
  for (const suffix of ['', '-journal']) rmSync(draft + suffix, { force: true })
}

/** Makes an empty file a store. */
export function createSchema(db: Db, migrations: readonly string[]): void {
  db.pragma('auto_vacuum = INCREMENTAL')
  db.pragma(`application_id = ${APPLICATION_ID}`)
  runMigrations(db, migrations)
}

interface Target {
  readonly file: string
  readonly migrations: readonly string[]
}

async function bringUpToDate(db: Db, target: Target): Promise<void> {
  const version = checkVersion(db, target)
  if (version === target.migrations.length) return
  await using worker = new WorkerCalls<MigrationCall, void>({
    from: import.meta.url,
    name: 'migrate',
  })
  await worker.call({ ...target, backupFile: `${target.file}.before-${version + 1}` })
}

/** Fails with a sentence where a file is no store, or one of a newer Orrery. */
export function checkIsOurs(file: string): void {
  try {
    using opened = new DisposableStack()
    const db = opened.adopt(openReadable(file), (one) => one.close())
    checkVersion(db, { file, migrations: ours })
  } catch (error) {
    if (codeOf(error) !== 'SQLITE_NOTADB') throw toOpeningError(error, file)
    throw new AppError('unsupported', `${file} is not an Orrery store.`, { cause: error })
  }
}

/** Answers how many migrations the file has run. */
function checkVersion(db: Db, { file, migrations }: Target): number {
  if (readApplicationId(db) !== APPLICATION_ID) {
    throw new AppError('unsupported', `${file} is not an Orrery store. Choose another data folder.`)
  }
  const version = schemaVersion(db)
  if (version <= migrations.length) return version
  throw new AppError('unsupported', `${file} was written by a newer Orrery. Update this one.`)
}

function prepareForWriting(db: Db): void {
  db.pragma('journal_mode = WAL')
  db.pragma('synchronous = FULL')
  db.pragma('foreign_keys = ON')
  db.pragma('journal_size_limit = 67108864')
}

/** For damage, names the command that rescues the store, because a reader can't. */
export function toReadingError(error: unknown, dataDir: string): unknown {
  const isDamage = isCorruption(error) || codeOf(error) === 'SQLITE_ERROR'
  if (isDamage) return new AppError('unavailable', describeDamage(dataDir), { cause: error })
  return toOpeningError(error, storeFileIn(dataDir))
}

/** Explains why a store can't be opened, and names its file. */
export function toOpeningError(cause: unknown, file: string): unknown {
  if (AppError.is(cause)) return cause
  const native = explainNative(cause)
  if (native) return native
  const message = describeOpening(cause, file) ?? describeFileError(cause)
  return message === undefined
    ? toStoreError(cause)
    : new AppError('unavailable', message, { cause })
}

/** Offsets of the journal modes for writing and reading in a database's header. */
const JOURNAL_MODES_AT = [18, 19] as const
const ROLLBACK = 1

/**
 * Opens a copy of a store in memory, with its write-ahead log applied. For a full or read-only disk, on
 * which SQLite can't create the files that it needs next to a store.
 */
function readIntoMemory(file: string): Db {
  using pages = new Pages(file, { withLog: true })
  const image = Buffer.alloc(pages.count * PAGE_BYTES)
  for (let number = 1; number <= pages.count; number += 1) {
    pages.read(number)?.copy(image, (number - 1) * PAGE_BYTES)
  }
  // A database in memory can't have a write-ahead log.
  for (const at of JOURNAL_MODES_AT) image[at] = ROLLBACK
  return new Database(image)
}
