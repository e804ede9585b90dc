import nativePath, { type PlatformPath } from 'node:path'

/**
 * Returns the path of a file from a folder that contains it, `''` for the folder itself, and `undefined` for a file
 * elsewhere. Both are absolute. Links aren't followed, and case counts as the system's paths have it.
 */
export function findRelative(
  folder: string,
  path: string,
  { relative, isAbsolute, sep }: PlatformPath = nativePath,
): string | undefined {
  const below = relative(folder, path)
  // A file's name may begin with two dots. From another drive of Windows, the path is absolute.
  const isOutside = below === '..' || below.startsWith(`..${sep}`) || isAbsolute(below)
  return isOutside ? undefined : below
}

/** Whether a path is a folder or below it, as `findRelative` has it. */
export function isBelow(folder: string, path: string, system?: PlatformPath): boolean {
  return findRelative(folder, path, system) !== undefined
}
