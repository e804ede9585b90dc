import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import Database from 'better-sqlite3'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { explainNative } from '../../runtime/native-part.ts'
import { type Db, isCorruption } from './database.ts'
import { codeOf, isDiskFull } from './store-error.ts'
import { checkAreFiles } from './store-files.ts'

/** The process that owns a data folder, and where it can be reached. */
export const Owner = z.object({
  pid: z.int(),
  /** Path of its local socket, or name of its pipe. */
  socket: z.string(),
  startedAt: z.number(),
  /** What it runs as, as a person would name it: `window`, `serve`, `run` … */
  face: z.string(),
  /** Whether it is rescuing a damaged store and doesn't listen yet. */
  isRescuing: z.boolean().optional(),
})
export type Owner = z.infer<typeof Owner>

/**
 * Makes a process the one owner of a data folder, until it is disposed or the process ends, however
 * that comes about: the system itself lets go of the lock.
 */
export class OwnerLock implements Disposable {
  /** The owner before did not end as it should: its note was still there. */
  readonly isAfterCrash: boolean
  readonly #db: Db
  readonly #noteFile: string
  readonly #self: Owner

  private constructor(db: Db, noteFile: string, self: Owner) {
    this.#db = db
    this.#self = self
    this.#noteFile = noteFile
    this.isAfterCrash = existsSync(noteFile)
  }

  /**
   * Answers the lock, or who has it; `undefined` where that owner has not said so yet, or is about to
   * end. It may also not have begun to listen yet, or have just ended: where it does not answer, ask
   * again for a while.
   */
  static acquire(
    dataDir: string,
    self: Pick<Owner, 'socket' | 'face'>,
  ): OwnerLock | Owner | undefined {
    makeFolder(dataDir)
    const [noteFile, lockFile] = [join(dataDir, 'owner.json'), join(dataDir, 'owner.lock')]
    checkAreFiles([noteFile, lockFile])
    const db = lock(lockFile)
    if (!db) return findOwner(dataDir)
    using owning = new DisposableStack()
    owning.adopt(db, (opened) => opened.close())
    const owner = { ...self, pid: process.pid, startedAt: Date.now() }
    const owned = new OwnerLock(db, noteFile, owner)
    writeNote(noteFile, owner)
    owning.move()
    return owned
  }

  /** Records whether other processes have to wait for a rescue. */
  noteRescue(isRescuing: boolean): void {
    writeNote(this.#noteFile, { ...this.#self, isRescuing })
  }

  [Symbol.dispose](): void {
    rmSync(this.#noteFile, { force: true })
    this.#db.close()
  }
}

/** Whether a process has a data folder now, whatever notes of others lie there. Keeps nobody from it. */
export function isOwned(dataDir: string): boolean {
  try {
    using opened = new DisposableStack()
    const file = join(dataDir, 'owner.lock')
    const options = { readonly: true, fileMustExist: true, timeout: 0 }
    const db = opened.adopt(new Database(file, options), (one) => one.close())
    db.prepare('SELECT count(*) FROM sqlite_schema').get()
    return false
  } catch (error) {
    return codeOf(error).startsWith('SQLITE_BUSY')
  }
}

/** Who owns a data folder, as far as its note tells; the process may have died without taking it back. */
export function findOwner(dataDir: string): Owner | undefined {
  try {
    const noteFile = join(dataDir, 'owner.json')
    // Reading a named pipe would wait forever.
    if (!statSync(noteFile).isFile()) return undefined
    return Owner.parse(JSON.parse(readFileSync(noteFile, 'utf8')))
  } catch {
    return undefined
  }
}

function makeFolder(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  } catch (cause) {
    throw new AppError('unavailable', `The data folder ${dataDir} can’t be made.`, { cause })
  }
}

/** `undefined`: another process has it. */
function lock(file: string): Db | undefined {
  using opening = new DisposableStack()
  try {
    const db = opening.adopt(new Database(file, { timeout: 0 }), (opened) => opened.close())
    db.exec('BEGIN EXCLUSIVE')
    opening.move()
    return db
  } catch (cause) {
    if (cause instanceof Database.SqliteError && cause.code.startsWith('SQLITE_BUSY'))
      return undefined
    if (isCorruption(cause)) return recreateLock(file)
    const message = unwritable(dirname(file), cause)
    throw explainNative(cause) ?? new AppError('unavailable', message, { cause })
  }
}

/** Replaces a damaged lock file. No process can hold a lock on it. */
function recreateLock(file: string): Db | undefined {
  rmSync(file, { force: true })
  return lock(file)
}

function writeNote(noteFile: string, owner: Owner): void {
  const draft = `${noteFile}.${owner.pid}`
  try {
    writeFileSync(draft, JSON.stringify(owner), { mode: 0o600 })
    renameSync(draft, noteFile)
  } catch (cause) {
    rmSync(draft, { force: true })
    throw new AppError('unavailable', unwritable(dirname(noteFile), cause), { cause })
  }
}

function unwritable(dataDir: string, cause: unknown): string {
  if (isDiskFull(cause)) return full(dataDir)
  return `The data folder ${dataDir} can’t be written: see that it can be, or choose another with --data-dir.`
}

function full(dataDir: string): string {
  return `The disk is full: Orrery can’t begin in ${dataDir}. Make room, then start it again.`
}
