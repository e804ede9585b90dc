import { runGit } from '../workspace/git.ts'
import type { FileMarks } from './choose-files.ts'

const NAMES = ['linguist-generated', 'linguist-vendored'] as const

/** What `.gitattributes` says of files; nothing where git can’t be asked. */
export async function readMarks(
  root: string,
  paths: readonly string[],
): Promise<ReadonlyMap<string, FileMarks>> {
  const marks = new Map<string, FileMarks>()
  const asked = paths.filter((path) => !/\0|^\/|^$|^(?:.*\/)?\.\.\//u.test(path))
  if (asked.length === 0) return marks
  const args = ['check-attr', '-z', '--stdin', ...NAMES]
  const { output } = await runGit(root, args, { input: asked.join('\0') })
  const parts = output?.split('\0') ?? []
  for (let at = 0; at + 2 < parts.length; at += 3) {
    const [path = '', name, value = ''] = parts.slice(at, at + 3)
    const is = toClaim(value)
    if (is === undefined) continue
    const mark = name === NAMES[0] ? { isGenerated: is } : { isVendored: is }
    marks.set(path, { ...marks.get(path), ...mark })
  }
  return marks
}

function toClaim(value: string): boolean | undefined {
  if (value === 'set' || value === 'true') return true
  return value === 'unset' || value === 'false' ? false : undefined
}
