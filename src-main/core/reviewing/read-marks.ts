import { runGit } from '../git/run-git.ts'
import type { FileMarks } from './choose-files.ts'

const NAMES = ['linguist-generated', 'linguist-vendored'] as const

/** Where a repository says something of files: of those in its folder, and below. */
export const ATTRIBUTES = '.gitattributes'

export interface MarkedFiles {
  /** The project’s folder. */
  readonly root: string
  readonly paths: readonly string[]
  /** Folders whose attributes are part of the change: ending in a slash, or empty for the project’s own. */
  readonly changed: readonly string[]
}

/**
 * What `.gitattributes` says of files; nothing where git can’t be asked. A change doesn’t take files out of its
 * own review: what it may have said itself is heard only where it has them read.
 */
export async function readMarks({
  root,
  paths,
  changed,
}: MarkedFiles): Promise<ReadonlyMap<string, FileMarks>> {
  const marks = new Map<string, FileMarks>()
  const asked = paths.filter((path) => !/\0|^\/|^$|^(?:.*\/)?\.\.\//u.test(path))
  if (asked.length === 0) return marks
  const args = ['check-attr', '-z', '--stdin', ...NAMES]
  const { output } = await runGit(root, args, { input: asked.join('\0') })
  const parts = output?.split('\0') ?? []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path = '', name, value = ''] = parts.slice(at, at + 3)
    const is = toClaim(value)
    if (is === undefined || (is && changed.some((folder) => path.startsWith(folder)))) continue
    const mark = name === NAMES[0] ? { isGenerated: is } : { isVendored: is }
    marks.set(path, { ...marks.get(path), ...mark })
  }
  return marks
}

/** Of files, the folders of those that say something of others. */
export function foldersOfMarks(paths: readonly string[]): readonly string[] {
  return paths.flatMap((path) => {
    const at = path.lastIndexOf('/') + 1
    // Some disks hold names to be the same in capitals.
    return path.slice(at).toLowerCase() === ATTRIBUTES ? path.slice(0, at) : []
  })
}

function toClaim(value: string): boolean | undefined {
  if (value === 'set' || value === 'true') return true
  return value === 'unset' || value === 'false' ? false : undefined
}
