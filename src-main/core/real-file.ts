import { closeSync, constants, openSync, readlinkSync, realpathSync } from 'node:fs'

const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK } = constants
const READ = O_RDONLY | (O_NOFOLLOW ?? 0) | (O_NONBLOCK ?? 0)

/** A file held open for reading. */
export interface RealFile extends Disposable {
  readonly fd: number
}

/**
 * Opens a file by its real path, which has no links in it. `undefined` if it can't be opened, or if a
 * link in the path led elsewhere: a folder may be replaced by one while a project is read.
 */
export function openRealFile(absolute: string): RealFile | undefined {
  using opening = new DisposableStack()
  try {
    const fd = openSync(absolute, READ)
    opening.defer(() => closeSync(fd))
    if (pathOf(fd, absolute) !== absolute) return undefined
    const owned = opening.move()
    return { fd, [Symbol.dispose]: () => owned.dispose() }
  } catch {
    return undefined
  }
}

/** Linux knows where an open file is; elsewhere the path is resolved again. */
function pathOf(fd: number, absolute: string): string {
  return process.platform === 'linux'
    ? readlinkSync(`/proc/self/fd/${fd}`)
    : realpathSync.native(absolute)
}
