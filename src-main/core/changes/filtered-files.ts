import { type FileContent, isSameContent } from '#shared/events/value.ts'
import { runGitForPerson } from '../git/run-git-for-person.ts'
import { acceptedAt, type FileHistory, isOnDisk } from './accepted-contents.ts'
import { findEntry, type GitEntry } from './commit-repository.ts'
import {
  type Accepted,
  CONFLICT,
  type Merged,
  type Merging,
  NOT_RECORDED,
  toEntry,
} from './merge-accepted.ts'

/** Whose filters are run: of these paths, as agents see them, until `signal` ends that. */
export interface Filtering {
  readonly paths: ReadonlySet<string>
  readonly signal: AbortSignal
}

/** `filter`: what a commit has of it is known once git has run that. */
export type Filtered = Merged | { readonly filter: string; readonly obstacle?: undefined }

interface Wanted {
  readonly committed: GitEntry | undefined
  readonly filter: string
  /** Absent where git must start no program. */
  readonly filtering: Filtering | undefined
}

/**
 * What a commit would have of a file that git keeps as another than it is on disk. What it keeps cannot be
 * merged with what is on disk: it is committed as a whole, and on top of what the session knows alone.
 */
export async function mergeFiltered(
  merging: Merging,
  one: Accepted,
  { committed, filter, filtering }: Wanted,
): Promise<Filtered> {
  const history = await merging.readHistory(one.path)
  const base = await findBase(merging, one, { committed, history })
  if (base === 'nothing-left') return { entry: committed }
  if (base === 'another') return CONFLICT
  if (one.content === null) return { entry: undefined }
  if (!one.content.hash) return NOT_RECORDED
  const isWhole = isSameContent(one.content, one.start) || isOnDisk(history, one.content)
  if (!isWhole || filter.includes('=')) return refuse(filter)
  if (!filtering?.paths.has(one.path)) return { filter }
  const filters = { place: one.place, filter, filtering }
  if (base === 'found') {
    const found = await runFilter(merging, one.start, filters)
    if (found.obstacle !== undefined) return found
    if (found.oid !== committed?.oid) return NOT_COMMITTED
  }
  const { oid, obstacle } = await runFilter(merging, one.content, filters)
  return obstacle === undefined ? toEntry(merging, one, { committed, oid }) : { obstacle }
}

const NOT_COMMITTED = {
  obstacle: 'Not all of it was committed when the session began: commit it with git.',
}

function refuse(filter: string): Merged {
  const obstacle = `Git has the filter “${filter}” for it, and it was accepted in part: commit it with git.`
  return { obstacle }
}

interface Known {
  readonly committed: GitEntry | undefined
  readonly history: FileHistory
}

/**
 * Whether what is committed of it is what the session last committed of it, or what it found. `found`: what was
 * committed when it began, which is not to say that nothing else was on disk.
 */
async function findBase(
  { repository }: Merging,
  { start, content, place }: Accepted,
  { committed, history }: Known,
): Promise<'known' | 'found' | 'another' | 'nothing-left'> {
  const isCommitted = (entry: GitEntry | undefined) => entry?.oid === committed?.oid
  const last = history.commits.at(-1)
  if (last && isCommitted(await findEntry(repository, last.commit, place))) {
    return isSameContent(acceptedAt(history.contents, last.seq) ?? null, content)
      ? 'nothing-left'
      : 'known'
  }
  if (isSameContent(content, start)) return 'nothing-left'
  if (start === null) return committed ? 'another' : 'known'
  if (!committed) return 'another'
  if (start.hash === `git:${committed.oid}`) return 'known'
  // What is on disk of it is another content than what its filter makes of that.
  return isCommitted(await findEntry(repository, history.head, place)) ? 'found' : 'another'
}

interface Filters {
  readonly place: string
  readonly filter: string
  readonly filtering: Filtering
}

/** A person's own act: git does for it what it does for them. A filter that fails is not passed by. */
async function runFilter(
  { repository, workspace }: Merging,
  content: FileContent | null,
  { place, filter, filtering: { signal } }: Filters,
): Promise<{ oid: string; obstacle?: undefined } | { oid?: undefined; obstacle: string }> {
  const input = content?.hash && (await workspace.content(content.hash))
  if (!input) return NOT_RECORDED
  const args = [
    ...['-c', `filter.${filter}.required=true`],
    ...['hash-object', '-w', '--stdin', `--path=${place}`],
  ]
  const { output, problem } = await runGitForPerson(repository.top, args, { input, signal })
  if (problem === undefined) return { oid: output.trim() }
  return { obstacle: `Git’s filter “${filter}” does not take what it holds: ${problem}` }
}
