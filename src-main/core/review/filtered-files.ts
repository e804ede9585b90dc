import { runGitForPerson } from '../workspace/git-for-person.ts'
import { type FileHistory, isOnDisk, lastAcceptance } from './known-contents.ts'
import {
  type Accepted,
  CONFLICT,
  type Merged,
  type Merging,
  NOT_RECORDED,
  toEntry,
} from './merge-accepted.ts'
import { type GitEntry, readEntries } from './repository.ts'
import { isSame } from './reviewed-file.ts'

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
  if (isSame(one.content, one.start)) return { entry: committed }
  const history = await merging.readHistory(one.path)
  const base = await findBase(merging, one, { committed, history })
  if (base === 'nothing-left') return { entry: committed }
  if (base === 'another') return CONFLICT
  if (one.content === null) return { entry: undefined }
  if (!one.content.hash) return NOT_RECORDED
  if (!isOnDisk(history, one.content) || filter.includes('=')) return refuse(filter)
  if (!filtering?.paths.has(one.path)) return { filter }
  return runFilter(merging, one, { committed, filter, filtering })
}

function refuse(filter: string): Merged {
  const obstacle = `Git has the filter “${filter}” for it, and it was accepted in part: commit it with git.`
  return { obstacle }
}

interface Known {
  readonly committed: GitEntry | undefined
  readonly history: FileHistory
}

/** Whether what is committed of it is what the session found, or what it last committed of it. */
async function findBase(
  { repository }: Merging,
  { start, place }: Accepted,
  { committed, history }: Known,
): Promise<'known' | 'another' | 'nothing-left'> {
  const last = history.commits.at(-1)
  if (last) {
    const oid = (await readEntries(repository, last.commit, [place])).get(place)?.oid
    const isLater = last.seq > lastAcceptance(history)
    if (oid === committed?.oid) return isLater ? 'nothing-left' : 'known'
  }
  const found = start?.hash?.startsWith('git:') ? start.hash.slice('git:'.length) : undefined
  const isAsFound = start === null ? !committed : found !== undefined && found === committed?.oid
  return isAsFound ? 'known' : 'another'
}

/** A person's own act: git does for it what it does for them. A filter that fails is not passed by. */
async function runFilter(
  merging: Merging,
  one: Accepted,
  { committed, filter, filtering }: Wanted & { readonly filtering: Filtering },
): Promise<Merged> {
  const { repository, workspace } = merging
  const input = one.content?.hash && (await workspace.content(one.content.hash))
  if (!input) return NOT_RECORDED
  const args = [
    ...['-c', `filter.${filter}.required=true`],
    ...['hash-object', '-w', '--stdin', `--path=${one.place}`],
  ]
  const { signal } = filtering
  const { output, problem } = await runGitForPerson(repository.top, args, { input, signal })
  if (problem !== undefined) {
    return { obstacle: `Git’s filter “${filter}” does not take what it holds: ${problem}` }
  }
  return toEntry(merging, one, { committed, oid: output.trim() })
}
