import { posix, win32 } from 'node:path'

/** A folder of a `PATH`. */
interface SearchFolder {
  /** As the variable has it, with quotes. */
  readonly entry: string
  /** Absolute. */
  readonly folder: string
}

/** Stands for a `PATH` without an absolute folder: an empty one would mean the current folder. */
const NOTHING = '/nonexistent'

/**
 * Splits a `PATH` into its absolute folders. Empty and relative entries mean a folder of whatever project a program is
 * started in, so they are left out.
 */
export function splitSearchPath(
  path: string,
  platform: NodeJS.Platform = process.platform,
): readonly SearchFolder[] {
  const entries = platform === 'win32' ? (path.match(WINDOWS_ENTRY) ?? []) : path.split(':')
  const isAbsolute = platform === 'win32' ? isAbsoluteOnWindows : posix.isAbsolute
  return entries.flatMap((entry) => {
    const folder = platform === 'win32' ? entry.replaceAll('"', '') : entry
    return isAbsolute(folder) ? [{ entry, folder }] : []
  })
}

/** Returns a `PATH` without its empty and relative entries. */
export function cleanSearchPath(
  path: string,
  platform: NodeJS.Platform = process.platform,
): string {
  const entries = splitSearchPath(path, platform).map(({ entry }) => entry)
  if (platform === 'win32') return entries.join(win32.delimiter)
  return entries.length === 0 ? NOTHING : entries.join(posix.delimiter)
}

/** Quotes keep semicolons together. */
const WINDOWS_ENTRY = /(?:"[^"]*"?|[^;"])+/gu

/** `\tools` and `C:tools` depend on the current drive and folder. */
function isAbsoluteOnWindows(folder: string): boolean {
  return /^(?:[a-z]:[\\/]|[\\/]{2}[^\\/])/iu.test(folder)
}
