import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync } from 'node:fs'
import { dirname } from 'node:path'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
/** Opens for reading, and neither follows a link nor waits for a pipe put in a file's place. */
export const READ_FILE = O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)

/** A file held open for reading. */
interface RealFile extends Disposable {
  readonly fd: number
}

/** Returns whether the path leads to the open file without a link. Throws if the path is gone. */
type IsFileAt = (fd: number, absolute: string) => boolean

/**
 * Opens a file by its real path, which has no links in it. `undefined` if it can't be opened, or if a
 * link in the path led elsewhere: a folder may be replaced by one while a project is read.
 */
export function openRealFile(
  absolute: string,
  isFileAt: IsFileAt = process.platform === 'linux' ? hasPath : isSameFile,
): RealFile | undefined {
  using opening = new DisposableStack()
  try {
    const fd = openSync(absolute, READ_FILE)
    opening.defer(() => closeSync(fd))
    if (!isFileAt(fd, absolute)) return undefined
    const owned = opening.move()
    return { fd, [Symbol.dispose]: () => owned.dispose() }
  } catch {
    return undefined
  }
}

/** Linux knows the path of an open file. */
function hasPath(fd: number, absolute: string): boolean {
  return readlinkSync(`/proc/self/fd/${fd}`) === absolute
}

/**
 * Compares files instead of paths: the system may spell a path with other letter case, or in another
 * Unicode form, than the caller.
 */
export function isSameFile(fd: number, absolute: string): boolean {
  const opened = fstatSync(fd, { bigint: true })
  const found = lstatSync(absolute, { bigint: true })
  return opened.dev === found.dev && opened.ino === found.ino && hasNoLinks(dirname(absolute))
}

function hasNoLinks(folder: string): boolean {
  const parent = dirname(folder)
  if (parent === folder) return true
  return !lstatSync(folder).isSymbolicLink() && hasNoLinks(parent)
}
