/** The code that the system or SQLite gave an error; empty: it has none. */
export function codeOf(error: unknown): string {
  const code: unknown = typeof error === 'object' && error !== null && Reflect.get(error, 'code')
  return typeof code === 'string' ? code : ''
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
