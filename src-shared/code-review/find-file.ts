import type { ChangedFile } from './changed-file.ts'

/**
 * The file of a change that is meant by a name, however it was written: with a diff's prefix, from another
 * folder, or as it was called before. A link that became a file is told of twice; none: it is not clear.
 */
export function findFile(files: readonly ChangedFile[], name: string): readonly ChangedFile[] {
  const asked = name
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/u, '')
  const ways = [
    ({ path }: ChangedFile) => path === name || path === asked,
    ({ path }: ChangedFile) => path === asked.replace(/^(?:[ab]|\/workspace)\//u, ''),
    ({ from }: ChangedFile) => from === asked,
  ]
  for (const isMeant of ways) {
    const found = files.filter(isMeant)
    if (found.length > 0) return onlyOne(found)
  }
  // Of several that end alike, the one that says more of it.
  const below = files.filter(({ path }) => asked.startsWith('/') && asked.endsWith(`/${path}`))
  const longest = Math.max(0, ...below.map(({ path }) => path.length))
  if (longest > 0) return onlyOne(below.filter(({ path }) => path.length === longest))
  return onlyOne(files.filter(({ path }) => path.endsWith(`/${asked}`)))
}

function onlyOne(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return new Set(files.map(({ path }) => path)).size === 1 ? files : []
}
