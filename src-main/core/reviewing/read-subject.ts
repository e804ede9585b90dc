import { type AskedSubject, MAX_DIFF_CHARS } from '#shared/contract/code-reviews.ts'
import { AppError } from '#shared/error.ts'
import { type GitPlace, readAllGitRecords, readGitRecords } from '../git/read-git-records.ts'
import { runGit } from '../git/run-git.ts'
import { type DiffPart, DiffParts } from './diff-parts.ts'
import { ATTRIBUTES, foldersOfMarks } from './read-marks.ts'
import { readUntracked } from './read-untracked.ts'

export interface Reading {
  readonly subject: AskedSubject
  readonly place: GitPlace
  /** What the session changed. */
  readonly changes: () => Promise<readonly DiffPart[]>
}

/** What differs. */
export interface ReadSubject {
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
  subject: Exclude<AskedSubject, { type: 'diff' | 'session' }>,
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

const NAME_ONE =
  'Name a branch, a tag or a commit; a copy that has only the last commits, as in CI, may lack it: fetch it first.'
const NOTHING_SHARED =
  'have no commit in common. A copy that has only the last commits, as in CI, may lack it: fetch all of them.'
