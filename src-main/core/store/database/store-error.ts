import { AppError } from '#shared/lib/app-error.ts'

/** The code that the system or SQLite gave an error; empty: it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code')
  return typeof code === 'string' ? code : ''
}

/** Whether SQLite found a damaged file, or one that isn't a database. */
export function isDamagedFile(error: unknown): boolean {
  return /^SQLITE_(CORRUPT|NOTADB)/.test(codeOf(error))
}

/** Whether it says that a file could not grow. */
export function isDiskFull(error: unknown): boolean {
  return /^(ENOSPC|EDQUOT|EFBIG|SQLITE_FULL|SQLITE_IOERR_WRITE)$/.test(codeOf(error))
}

const CHECK_PERMISSIONS = 'permission denied. Check its permissions and those of its folder.'
const MAKE_ROOM = 'the disk is full. Make room, then try again.'
const CLOSE_FILES = 'too many files are open. Close some programs, then try again.'
const MOVE_FOLDER = 'it is a folder. Move it away, then try again.'

/** Why a file can't be used and what to do, by the system's code. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: CHECK_PERMISSIONS,
  EPERM: CHECK_PERMISSIONS,
  EROFS: 'its disk is read-only. Make the disk writable, or choose another with --data-dir.',
  ENOSPC: MAKE_ROOM,
  EDQUOT: MAKE_ROOM,
  EFBIG: MAKE_ROOM,
  EMFILE: CLOSE_FILES,
  ENFILE: CLOSE_FILES,
  EBUSY: 'another program is using it. Close that program, then try again.',
  ETXTBSY: 'another program is using it. Close that program, then try again.',
  EISDIR: MOVE_FOLDER,
  ERR_FS_EISDIR: MOVE_FOLDER,
  ENOTEMPTY: MOVE_FOLDER,
  EEXIST: 'something with that name already exists. Move it away, then try again.',
  ENOTDIR: 'a part of its path is a file. Check the path.',
  ENOENT: 'it doesn’t exist. Check the path.',
  ELOOP: 'it is a link that leads back to itself. Delete the link, then try again.',
  ENAMETOOLONG: 'its path is too long. Choose a shorter one with --data-dir.',
  EXDEV: 'it is on another disk. Move it away, then try again.',
  ESPIPE: 'it isn’t a regular file. Move it away, then try again.',
  EIO: 'the disk failed. Check the disk.',
}

/**
 * Says in a sentence why a file can't be used and what to do. Names `path`, or else the path in the
 * error. Returns `undefined` for an error that isn't from the file system.
 */
export function describeFileError(error: unknown, path?: string): string | undefined {
  const code = codeOf(error)
  const named = path ?? pathOf(error)
  if (named === undefined || !/^E[A-Z]|^ERR_FS_/.test(code)) return undefined
  return `Can’t use ${named}: ${reasons[code] ?? `the system reports ${code}. Check the file.`}`
}

function pathOf(error: unknown): string | undefined {
  const path: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'path')
  return typeof path === 'string' ? path : undefined
}

/** Says in a sentence why SQLite failed; anything that is not SQLite's is a bug and stays as it is. */
export function toStoreError(error: unknown): unknown {
  if (!isSqliteError(error)) return error
  return new AppError('unavailable', sentenceFor(error.code), { cause: error })
}

/** What to tell of an error that says that the disk takes nothing at present; else `undefined`. */
export function tellUnwritable(error: unknown): string | undefined {
  const failure = AppError.is(error) ? error.cause : error
  return isSqliteError(failure) ? findFailure(failure.code)?.held : undefined
}

/** Known by its code: a process that can't load SQLite explains its errors, too. */
function isSqliteError(error: unknown): error is Error & { readonly code: string } {
  if (!(error instanceof Error) || !('code' in error)) return false
  return typeof error.code === 'string' && error.code.startsWith('SQLITE_')
}

/**
 * Says in a sentence why SQLite can't open a store, which file that is and what to do. Returns
 * `undefined` for damage and for errors that aren't SQLite's.
 */
export function describeOpening(error: unknown, file: string): string | undefined {
  if (!isSqliteError(error)) return undefined
  const { code } = error
  return openings.find((one) => code.startsWith(one.code))?.describe(file)
}

const openings: readonly { readonly code: string; readonly describe: (file: string) => string }[] =
  [
    { code: 'SQLITE_BUSY', describe: describeLock },
    { code: 'SQLITE_PROTOCOL', describe: describeLock },
    {
      code: 'SQLITE_CANTOPEN',
      describe: (file) => `Can’t open ${file}. Check its permissions and those of its folder.`,
    },
    { code: 'SQLITE_PERM', describe: describeReadOnly },
    { code: 'SQLITE_READONLY', describe: describeReadOnly },
    {
      code: 'SQLITE_IOERR',
      describe: (file) =>
        `The disk failed while ${file} was opened. Check the disk, then try again.`,
    },
    {
      code: 'SQLITE_FULL',
      describe: (file) =>
        `The disk is full, so ${file} can’t be opened. Make room, then try again.`,
    },
  ]

/** Says that another program has locked a store for longer than Orrery waits. */
export function describeLock(file: string): string {
  return `Another program has locked ${file}. Close that program or wait until it is done, then try again.`
}

function describeReadOnly(file: string): string {
  return `Can’t write ${file}: the file or its folder is read-only. Make it writable, or choose another folder with --data-dir.`
}

interface Failure {
  /** As SQLite names it, or begins to. */
  readonly code: string
  readonly sentence: string
  /** Where the disk takes nothing, and what happens is held in memory meanwhile. */
  readonly held?: string
}

/** Message for the owner of a store. */
export const DAMAGED = 'The store is damaged. Restart Orrery to recover its readable data.'

/** Message for a process that only reads a store. */
export function describeDamage(dataDir: string): string {
  return `The store in ${dataDir} is damaged. To recover its readable data, run: orrery rescue --data-dir ${quote(dataDir)}`
}

/** Message for a process that only reads a store, next to which another store's write-ahead log was put. */
export function describeForeignLogToReader(dataDir: string): string {
  return `The write-ahead log in ${dataDir} (orrery.db-wal) belongs to another store. To set it aside, run: orrery rescue --data-dir ${quote(dataDir)}`
}

function quote(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : JSON.stringify(path)
}

const HELD = 'What happens now is kept in memory alone'

const failures: readonly Failure[] = [
  {
    code: 'SQLITE_FULL',
    sentence: 'The disk is full: what happened could not be written down. Make room, then go on.',
    held: `The disk is full. ${HELD} until there is room: make some before you close Orrery.`,
  },
  {
    code: 'SQLITE_IOERR',
    sentence: 'The disk failed while the store was read or written.',
    held: `The disk failed. ${HELD} until it takes writes again: see to that before you close Orrery.`,
  },
  {
    code: 'SQLITE_READONLY',
    sentence: 'The store can’t be written: its file or folder is read-only.',
    held: `The store can’t be written. ${HELD} until it can: see to that before you close Orrery.`,
  },
  {
    code: 'SQLITE_CANTOPEN',
    sentence: 'The store can’t be opened: its folder is missing, or may not be entered.',
    held: `The store can’t be reached. ${HELD} until it can: see to that before you close Orrery.`,
  },
  {
    code: 'SQLITE_PERM',
    sentence: 'The store can’t be opened: its file belongs to someone else.',
  },
  {
    code: 'SQLITE_BUSY',
    sentence: 'The store is in use by another process. Close it, then try again.',
  },
  {
    code: 'SQLITE_CORRUPT',
    sentence: DAMAGED,
  },
  {
    code: 'SQLITE_NOTADB',
    sentence: 'The store’s file is not an Orrery store. Choose another data folder.',
  },
]

function findFailure(code: string): Failure | undefined {
  return failures.find((one) => code.startsWith(one.code))
}

function sentenceFor(code: string): string {
  return findFailure(code)?.sentence ?? `The store failed (${code}).`
}

/** Told of what went wrong in work that nobody waits for. */
export type Report = (error: unknown, doing: string) => void

/** Where nobody is there to be told: ends the process. */
export function raise(error: unknown): never {
  throw error
}
