import { constants } from 'node:fs'
import { lstat, open, readlink } from 'node:fs/promises'
import { join } from 'node:path'
import { MAX_DIFF_CHARS, type RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { type GitPlace, readAllGitRecords, readGitRecords } from '../git/read-git-records.ts'
import { runGit } from '../git/run-git.ts'
import { findText } from '../workspace/files/text-format.ts'
import { ATTRIBUTES, foldersOfMarks, isVendored, readMarks } from './choose-files.ts'
import { type DiffPart, DiffParts, MAX_FILE_CHARS } from './diff-parts.ts'
import { type Side, writeDiff } from './write-diff.ts'

interface Reading {
  readonly subject: RequestedSubject
  readonly place: GitPlace
  /** What the session changed. */
  readonly changes: () => Promise<readonly DiffPart[]>
}

/** What differs. */
interface ReadSubject {
  /** Below the project’s folder, which may be one of its repository’s. */
  readonly parts: readonly DiffPart[]
  /** Folders whose attributes differ as well, where git can tell: as `readMarks` takes them. */
  readonly changedMarks: readonly string[]
}

export async function readSubject({ subject, place, changes }: Reading): Promise<ReadSubject> {
  if (subject.type === 'diff') return { parts: [{ text: bounded(subject.text) }], changedMarks: [] }
  if (subject.type === 'session') return { parts: await changes(), changedMarks: [] }
  // Fails with `unavailable` where there is no repository, or no git.
  const [prefix = ''] = await readAllGitRecords(place, ['rev-parse', '--show-prefix'])
  const which = await whichDiffer(place, subject)
  const parts = await diff(place, which)
  const changedMarks = await findChangedMarks(place, which, prefix)
  if (subject.type === 'staged') return { parts, changedMarks }
  return { parts: [...parts, ...(await readUntracked(place, changedMarks))], changedMarks }
}

/** As `git diff` is told it. */
async function whichDiffer(
  place: GitPlace,
  subject: Exclude<RequestedSubject, { type: 'diff' | 'session' }>,
): Promise<readonly string[]> {
  if (subject.type === 'staged') return ['--cached']
  if (subject.type === 'base') return [await mergeBase(place, subject.ref)]
  return [(await findCommit(place, 'HEAD')) ?? (await emptyTree(place))]
}

/** Those above the project’s folder count as its own. */
async function findChangedMarks(
  place: GitPlace,
  which: readonly string[],
  prefix: string,
): Promise<readonly string[]> {
  const looks = ['--name-only', '--no-renames', '--no-relative', '-z']
  const args = ['diff', ...looks, ...which, '--', `:(top,glob,icase)**/${ATTRIBUTES}`]
  const folders = foldersOfMarks(await readAllGitRecords(place, args, '\0'))
  return folders.flatMap((folder) => {
    if (folder.startsWith(prefix)) return folder.slice(prefix.length)
    return prefix.startsWith(folder) ? '' : []
  })
}

function bounded(text: string): string {
  if (text.length <= MAX_DIFF_CHARS) return text
  const message = `The diff has more than ${MAX_DIFF_CHARS / 1_000_000} million characters. Review a part of it.`
  throw new AppError('limit', message)
}

/** Whatever the repository’s settings say of how a diff looks. */
const LOOKS = [
  ...['--no-color', '--src-prefix=a/', '--dst-prefix=b/', '-M', '-O/dev/null', '--relative'],
  ...['--unified=3', '--inter-hunk-context=0', '--submodule=short', '--diff-algorithm=histogram'],
]

async function diff(place: GitPlace, which: readonly string[]): Promise<readonly DiffPart[]> {
  const parts = new DiffParts()
  for await (const line of readGitRecords(place, ['diff', ...LOOKS, ...which, '--']))
    parts.take(line)
  return parts.parts
}

async function findCommit({ root }: GitPlace, ref: string): Promise<string | undefined> {
  if (/^-|[\p{Cc}\s]/u.test(ref)) return undefined
  const { output } = await runGit(root, ['rev-parse', '--verify', '--quiet', `${ref}^{commit}`])
  return output?.trim()
}

/** By the name that the repository’s kind of objects gives it. */
async function emptyTree({ root }: GitPlace): Promise<string> {
  const { output, problem } = await runGit(root, ['hash-object', '-t', 'tree', '--stdin'], {
    input: '',
  })
  if (output) return output.trim()
  throw new AppError('unavailable', `Git does not answer: ${problem}`)
}

const NAME_ONE =
  'Name a branch, a tag or a commit; a copy that has only the last commits, as in CI, may lack it: fetch it first.'
const NOTHING_SHARED =
  'have no commit in common. A copy that has only the last commits, as in CI, may lack it: fetch all of them.'

/** Where a branch left another. One that only the origin has, as in CI, is found by its name alone. */
async function mergeBase(place: GitPlace, ref: string): Promise<string> {
  const head = await findCommit(place, 'HEAD')
  if (!head) throw new AppError('unavailable', 'Nothing is committed to git yet.')
  const other = (await findCommit(place, ref)) ?? (await findCommit(place, `origin/${ref}`))
  if (!other) throw new AppError('invalid-input', `Git knows no “${ref}”. ${NAME_ONE}`)
  const { output } = await runGit(place.root, ['merge-base', other, head])
  if (output) return output.trim()
  throw new AppError('invalid-input', `“${ref}” and what is checked out ${NOTHING_SHARED}`)
}

/** More new files are named, but not read. */
const MAX_READ = 2_000
const MAX_CHARS = 10_000_000

/**
 * Files that git does not know, and is not told to ignore, as new ones; its index stays as it is. `changedMarks`:
 * folders whose attributes are changed.
 */
async function readUntracked(
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

/** Where the origin does not say which it is. */
const USUAL = ['main', 'master', 'trunk']

/** The branch that others begin from, as a person names it; `undefined` where git knows none. */
export async function findBase(root: string): Promise<string | undefined> {
  const told = await runGit(root, ['symbolic-ref', '--short', '-q', 'refs/remotes/origin/HEAD'])
  if (told.output) return told.output.trim().replace(/^origin\//, '')
  const refs = USUAL.flatMap((name) => [`refs/heads/${name}`, `refs/remotes/origin/${name}`])
  const found = await runGit(root, ['for-each-ref', '--format=%(refname:lstrip=-1)', ...refs])
  const names = found.output?.split('\n') ?? []
  return USUAL.find((name) => names.includes(name))
}
