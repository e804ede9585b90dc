import type { AcceptedFile } from '#shared/contract/procedures/changes.ts'
import type { ChangedFile } from '#shared/projections/changes.ts'
import { toPlace } from '../workspace/paths/agent-path.ts'
import {
  type GitEntry,
  listFilters,
  listIgnored,
  listStaged,
  type Repository,
  readEntries,
} from './commit-repository.ts'
import { type Filtered, type Filtering, mergeFiltered } from './filtered-files.ts'
import { type Accepted, type Merging, mergeAccepted } from './merge-accepted.ts'

/** A file of which something was accepted that is not committed, and what a commit would have of it. */
export interface Committable extends AcceptedFile {
  /** Below the repository's root. */
  readonly place: string
  /** `undefined`: no such file. Where there is an `obstacle`, it says nothing. */
  readonly entry: GitEntry | undefined
}

/** Those that a commit could hold, or could but for what stands against it. Without `filtering` no filter is run. */
export async function findCommittable(
  merging: Merging,
  files: readonly ChangedFile[],
  filtering?: Filtering,
): Promise<readonly Committable[]> {
  const { repository } = merging
  const accepted = files.flatMap((file) => toAccepted(repository, file) ?? [])
  const around = await lookAround(repository, accepted)
  const found: Committable[] = []
  for (const one of accepted) {
    const committable = await toCommittable(merging, one, { ...around, filtering })
    if (committable) found.push(committable)
  }
  return found
}

function toAccepted({ prefix }: Repository, file: ChangedFile): Accepted | undefined {
  const place = toPlace(file.path)
  if (!file.accepted || place.type !== 'project') return undefined
  const { content } = file.accepted
  return { path: file.path, place: `${prefix}${place.relative}`, start: file.start, content }
}

/** All by paths below the repository's root. */
interface Around {
  readonly entries: ReadonlyMap<string, GitEntry>
  readonly staged: ReadonlySet<string>
  readonly ignored: ReadonlySet<string>
  readonly filters: ReadonlyMap<string, string>
  readonly filtering?: Filtering | undefined
}

async function lookAround(repository: Repository, files: readonly Accepted[]): Promise<Around> {
  const places = files.map(({ place }) => place)
  const [entries, staged, ignored, filters] = await Promise.all([
    readEntries(repository, repository.head, places),
    listStaged(repository),
    listIgnored(repository, places),
    listFilters(repository, places),
  ])
  return { entries, staged, ignored, filters }
}

async function toCommittable(
  merging: Merging,
  one: Accepted,
  around: Around,
): Promise<Committable | undefined> {
  const { path, place, content } = one
  const committed = around.entries.get(place)
  if (!committed && isNotRecorded(one)) return undefined
  const filter = around.filters.get(place)
  const merged: Filtered = filter
    ? await mergeFiltered(merging, one, { committed, filter, filtering: around.filtering })
    : await mergeAccepted(merging, one, committed)
  const entry = 'entry' in merged ? merged.entry : undefined
  if ('entry' in merged && isSame(entry, committed)) return undefined
  const obstacle = findObstacle(place, merged, around)
  return {
    ...{ path, place, entry },
    change: content === null ? 'removed' : committed ? 'changed' : 'added',
    ...(obstacle !== undefined && { obstacle }),
    ...('filter' in merged && obstacle === undefined && { filter: merged.filter }),
  }
}

function isNotRecorded({ start, content }: Accepted): boolean {
  return start?.hash === null || content?.hash === null
}

function isSame(one: GitEntry | undefined, other: GitEntry | undefined): boolean {
  return one?.oid === other?.oid && one?.mode === other?.mode
}

function findObstacle(place: string, merged: Filtered, around: Around): string | undefined {
  if (around.staged.has(place)) return 'You have staged it: commit that first, or unstage it.'
  if (!around.entries.has(place) && around.ignored.has(place)) return 'Git ignores it.'
  return merged.obstacle
}
