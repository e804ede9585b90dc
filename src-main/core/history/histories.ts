import { AppError } from '#shared/error.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { Clock } from '../clock.ts'
import { type GitPlace, readAllGitRecords } from '../git/read-git-records.ts'
import type { Store } from '../log/store.ts'
import { toPathspec } from '../repository/git-paths.ts'
import type { ToolAnswer } from '../tools/answer.ts'
import type { History, StandupQuery, TeamQuery } from './define.ts'
import { toKnowledge } from './knowledge.ts'
import { type Commit, readCommits } from './read-commits.ts'
import { readStanding } from './standing-lines.ts'
import { type Standup, tellStandup } from './tell-standup.ts'
import { tellTeam } from './tell-team.ts'
import { readWhen } from './when.ts'
import { readWork } from './work-in-sessions.ts'

const DAY_MS = 24 * 3_600_000
const YEARS_BACK = 2
const MAX_TEAM_COMMITS = 5_000
const MAX_STANDUP_COMMITS = 500
/** Answers that are kept, of all projects. */
const KEPT = 32

/** Where a call asks, and of which project. */
export interface HistoryPlace extends GitPlace {
  readonly projectId: ProjectId
}

/** What commits and sessions tell, for every project of the host. Who knows what is worked out once for each commit. */
export class Histories {
  readonly #store: Store
  readonly #clock: Clock
  readonly #teams = new Map<string, ToolAnswer>()

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  of(place: HistoryPlace): History {
    return {
      standup: (query) => this.#standup(place, query),
      team: (query) => this.#team(place, query),
    }
  }

  async #standup(place: HistoryPlace, { since: said, author }: StandupQuery): Promise<ToolAnswer> {
    const since = readWhen(said, this.#clock.now())
    const work = await readWork(this.#store, place.projectId, since)
    place.signal.throwIfAborted()
    return tellStandup({ since, author, work, ...(await readGit(place, since, author)) })
  }

  async #team(place: HistoryPlace, query: TeamQuery): Promise<ToolAnswer> {
    const now = this.#clock.now()
    const pathspec = query.path === undefined ? '.' : toPathspec(query.path)
    const topic = query.topic?.trim().toLowerCase() ?? ''
    const [head = ''] = await readAllGitRecords(place, ['rev-parse', '--verify', 'HEAD'])
    const day = Math.floor(now / DAY_MS)
    const key = [place.root, head, pathspec, topic, day].join('\0')
    const known = this.#teams.get(key)
    if (known) return known
    const answer = await workOut(place, { now, pathspec, topic })
    this.#teams.set(key, answer)
    const [oldest] = this.#teams.keys()
    if (this.#teams.size > KEPT && oldest !== undefined) this.#teams.delete(oldest)
    return answer
  }
}

type FromGit = Pick<Standup, 'commits' | 'isCut' | 'uncommitted'>

/** A project need not be a repository: its sessions are told all the same. */
async function readGit(
  place: GitPlace,
  since: number,
  author: string | undefined,
): Promise<FromGit> {
  try {
    const maxCount = MAX_STANDUP_COMMITS + 1
    const commits = await collect(readCommits(place, { of: 'all', since, maxCount, author }))
    const args = ['status', '--short', '--', '.']
    const uncommitted = await readAllGitRecords(place, args)
    const isCut = commits.length > MAX_STANDUP_COMMITS
    return { commits: commits.slice(0, MAX_STANDUP_COMMITS), isCut, uncommitted }
  } catch (error) {
    if (!AppError.is(error) || error.code !== 'unavailable') throw error
    return { commits: error.message, isCut: false, uncommitted: [] }
  }
}

interface TeamOptions {
  readonly now: number
  readonly pathspec: string
  /** In small letters; empty: everything. */
  readonly topic: string
}

async function workOut(
  place: GitPlace,
  { now, pathspec, topic }: TeamOptions,
): Promise<ToolAnswer> {
  const since = now - YEARS_BACK * 365 * DAY_MS
  const query = { of: 'head', since, maxCount: MAX_TEAM_COMMITS + 1, pathspec } as const
  const read = await collect(readCommits(place, query))
  const commits = read.slice(0, MAX_TEAM_COMMITS).flatMap((commit) => about(commit, topic))
  const standing = await readStanding(place, commits)
  const folder = pathspec.replace(/^\.\/?/u, '')
  const knowledge = toKnowledge(commits, standing, { now, folder })
  const where = folder === '' ? 'the project' : folder
  const of = topic === '' ? where : `“${topic}” in ${where}`
  const isCut = read.length > MAX_TEAM_COMMITS
  return tellTeam({ knowledge, of, isCut, standingFiles: standing.length })
}

/** What of a commit has to do with the topic: all of it where it says so, else the files that do. */
function about(commit: Commit, topic: string): readonly Commit[] {
  if (topic === '' || commit.subject.toLowerCase().includes(topic)) return [commit]
  const files = commit.files.filter(({ path }) => path.toLowerCase().includes(topic))
  return files.length > 0 ? [{ ...commit, files }] : []
}

async function collect<T>(values: AsyncIterable<T>): Promise<readonly T[]> {
  const all: T[] = []
  for await (const value of values) all.push(value)
  return all
}
