import {
  accessSync,
  closeSync,
  constants,
  fsyncSync,
  lstatSync,
  openSync,
  readlinkSync,
  realpathSync,
  renameSync,
  type Stats,
  statSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { AppError } from '#shared/lib/app-error.ts'
import { codeOf, describeFileError } from './store-error.ts'

/** Suffixes of the files that SQLite reads with a store's file. */
const READ_SUFFIXES = ['-wal', '-shm', '-journal']
/** Suffixes of the files that a store's owner writes or deletes. */
const OWNER_SUFFIXES = ['-wal', '-shm', '-damaged', '.salvaged', '.restored', '.new']

/**
 * Returns the store's file, with a link to it resolved. Fails with a sentence if something else has its
 * name or the name of a companion: SQLite would report a disk error, or wait forever for a named pipe.
 * A folder in the store's place is left to the caller, because a rescue replaces it.
 */
export function findReadableStore(file: string): string {
  return explainFileErrors(file, () => {
    const resolved = resolveLink(file)
    checkAccess(resolved, constants.R_OK)
    for (const suffix of READ_SUFFIXES) checkIsFile(resolved + suffix)
    checkAccess(`${resolved}-wal`, constants.R_OK)
    return resolved
  })
}

/** Like `findReadableStore`, but also checks that the store's owner can write the files. */
export function findWritableStore(file: string): string {
  return explainFileErrors(file, () => {
    const resolved = resolveLink(file)
    for (const suffix of OWNER_SUFFIXES) checkIsFile(resolved + suffix)
    checkIsFile(join(dirname(file), 'closed.json'))
    for (const suffix of ['', '-wal', '-shm']) {
      checkAccess(resolved + suffix, constants.R_OK | constants.W_OK)
    }
    return resolved
  })
}

/** SQLite keeps a store's companions next to the link's target. */
function resolveLink(file: string): string {
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (!found) return file
  if (!found.isSymbolicLink()) {
    if (!found.isDirectory()) checkType(file, found)
    return file
  }
  const target = statSync(file, { throwIfNoEntry: false })
  if (!target) {
    const sentence = `${file} is a link to ${readlinkSync(file)}, which doesn’t exist. Restore that file, or delete the link to start with an empty store.`
    throw new AppError('unavailable', sentence)
  }
  checkType(file, target)
  return realpathSync(file)
}

/** Fails with a sentence if anything but a file has one of these paths. */
export function checkAreFiles(paths: readonly string[]): void {
  for (const path of paths) explainFileErrors(path, () => checkIsFile(path))
}

function checkIsFile(path: string): void {
  const found = statSync(path, { throwIfNoEntry: false })
  if (found) checkType(path, found)
}

function checkType(path: string, stats: Stats): void {
  if (stats.isFile()) return
  const message = `${path} is ${nameType(stats)}, but Orrery needs a file with this name. Move it away, then try again.`
  throw new AppError('unavailable', message)
}

function nameType(stats: Stats): string {
  if (stats.isDirectory()) return 'a folder'
  if (stats.isFIFO()) return 'a named pipe'
  return stats.isSocket() ? 'a socket' : 'a device'
}

function checkAccess(path: string, mode: number): void {
  try {
    accessSync(path, mode)
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
}

function explainFileErrors<T>(file: string, use: () => T): T {
  try {
    return use()
  } catch (cause) {
    if (AppError.is(cause)) throw cause
    const message = describeFileError(cause) ?? describeFileError(cause, file)
    throw message === undefined ? cause : new AppError('unavailable', message, { cause })
  }
}

/** Puts a file in the place of another: after a power cut one of the two is there, and whole. */
export function renameDurably(from: string, into: string): void {
  sync(from, 'r+')
  renameSync(from, into)
  // Windows has no way to do this, and no need of it.
  if (process.platform !== 'win32') sync(dirname(into), 'r')
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const fd = openSync(path, flags)
  try {
    fsyncSync(fd)
  } finally {
    closeSync(fd)
  }
}
