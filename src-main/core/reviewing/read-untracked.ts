import { constants } from 'node:fs'
import { lstat, open, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { type GitPlace, readAllGitRecords } from '../git/read-git-records.ts'
import { findText } from '../workspace/text-format.ts'
import { type DiffPart, MAX_FILE_CHARS } from './diff-parts.ts'
import { isVendored } from './left-out-by-name.ts'
import { foldersOfMarks, readMarks } from './read-marks.ts'
import { type Side, writeDiff } from './write-diff.ts'

/** More new files are named, but not read. */
const MAX_READ = 2_000
const MAX_CHARS = 10_000_000

/**
 * Files that git does not know, and is not told to ignore, as new ones; its index stays as it is. `changedMarks`:
 * folders whose attributes are changed.
 */
export async function readUntracked(
  place: GitPlace,
  changedMarks: readonly string[],
): Promise<readonly DiffPart[]> {
  const args = ['ls-files', '--others', '--exclude-standard', '-z']
  const paths = (await readAllGitRecords(place, args, '\0')).filter((path) => !/^$|\/$/u.test(path))
  const changed = [...changedMarks, ...foldersOfMarks(paths)]
  const marks = await readMarks({ root: place.root, paths, changed })
  const parts: DiffPart[] = []
  let [files, chars] = [0, 0]
  for (const path of paths) {
    place.signal.throwIfAborted()
    const isOthers = marks.get(path)?.isVendored ?? isVendored(path)
    const isRead = !isOthers && files < MAX_READ && chars < MAX_CHARS
    const part = isRead ? await readNew(place.root, path) : unread(path)
    if (part) parts.push(part)
    files += isRead ? 1 : 0
    chars += part?.text.length ?? 0
  }
  return parts
}

function unread(path: string): DiffPart {
  const { text } = writeDiff({ path, before: 'nowhere', after: 'too-large' })
  return { text, cut: 'over-budget' }
}

/** `undefined`: it went meanwhile, or may not be read. */
async function readNew(root: string, path: string): Promise<DiffPart | undefined> {
  const after = await readSide(join(root, path)).catch(() => undefined)
  return after && writeDiff({ path, before: 'nowhere', after })
}

/** What is no file, such as a pipe, is never opened. */
async function readSide(path: string): Promise<Side | undefined> {
  const stat = await lstat(path)
  if (stat.isSymbolicLink()) return { text: await readlink(path) }
  if (!stat.isFile()) return undefined
  if (stat.size > MAX_FILE_CHARS) return 'too-large'
  await using file = await open(path, constants.O_RDONLY | constants.O_NOFOLLOW)
  const found = await findText(await file.readFile())
  return found ? { text: found.text } : 'binary'
}
