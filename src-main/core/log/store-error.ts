import { AppError } from '#shared/error.ts'

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
