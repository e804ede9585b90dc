import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { type GitPlace, readAllGitRecords, readGitRecords } from '../git/read-git-records.ts'
import type { Clock } from '../runtime/clock.ts'
import type { Store } from '../store/store.ts'
import type { ToolAnswer } from '../tools/answers/tool-answer.ts'
import { type AgentPath, toPathspec } from '../workspace/paths/agent-path.ts'
import { type Commit, countCommits, readCommits, type Signature } from './commit-authors.ts'
import {
  type Area,
  type Knower,
  type Knowledge,
  type Pair,
  type Standing,
  toKnowledge,
} from './file-experts.ts'
import { type Standup, tellStandup } from './format-standup.ts'
import { readWhen, tellDay } from './parse-period.ts'
import { readWork } from './work-in-sessions.ts'

const DAY_MS = 24 * 3_600_000
const YEARS_BACK = 2
const MAX_TEAM_COMMITS = 5_000
const MAX_STANDUP_COMMITS = 500
/** Answers that are kept, of all projects. */
const KEPT = 32

/** Where a call asks, and of which project. */
interface AuthorshipPlace extends GitPlace {
  readonly projectId: ProjectId
}

/** `since`: in words or as a day; the last working day unless given. */
interface StandupQuery {
  readonly since?: string | undefined
  /** A part of a name or an address, of commits. */
  readonly author?: string | undefined
}

interface TeamQuery {
  /** The whole project unless given. */
  readonly path?: AgentPath | undefined
  /** A part of a path, or of what a commit says. */
  readonly topic?: string | undefined
}

/** What the project's commits and its sessions tell of who did what. Nothing is changed. */
export interface Authorship {
  standup(query: StandupQuery): Promise<ToolAnswer>
  team(query: TeamQuery): Promise<ToolAnswer>
}

/** What commits and sessions tell, for every project of the host. Who knows what is worked out once for each commit. */
export class AuthorshipReports {
  readonly #store: Store
  readonly #clock: Clock
  readonly #teams = new Map<string, ToolAnswer>()

  constructor({ store, clock }: { readonly store: Store; readonly clock: Clock }) {
    this.#store = store
    this.#clock = clock
  }

  of(place: AuthorshipPlace): Authorship {
    return {
      standup: (query) => this.#standup(place, query),
      team: (query) => this.#team(place, query),
    }
  }

  async #standup(
    place: AuthorshipPlace,
    { since: said, author }: StandupQuery,
  ): Promise<ToolAnswer> {
    const since = readWhen(said, this.#clock.now())
    const work = await readWork(this.#store, place.projectId, since)
    place.signal.throwIfAborted()
    return tellStandup({ since, author, work, ...(await readGit(place, since, author)) })
  }

  async #team(place: AuthorshipPlace, query: TeamQuery): Promise<ToolAnswer> {
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

/** So many files that changed most are looked at line by line: that is what takes long. */
const MOST_FILES = 12

/** Whose lines still stand in the files that changed most. */
async function readStanding(
  place: GitPlace,
  commits: readonly Commit[],
): Promise<readonly Standing[]> {
  const counts = new Map<string, number>()
  for (const { path } of commits.flatMap(({ files }) => files)) {
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const most = [...counts].toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const standing: Standing[] = []
  for (const [path] of most) {
    if (standing.length >= MOST_FILES) break
    const one = await readOne(place, path)
    if (one) standing.push(one)
  }
  return standing
}

/** `undefined`: it is there no longer. */
async function readOne(place: GitPlace, path: string): Promise<Standing | undefined> {
  const authors = new Map<string, Author>()
  const counts = new Map<string, number>()
  let commit = ''
  const args = ['blame', '--porcelain', '-w', 'HEAD', '--', `./${path}`]
  try {
    for await (const line of readGitRecords(place, ['--literal-pathspecs', ...args])) {
      const [, id] = /^([0-9a-f]{40,64}) \d+ \d+/u.exec(line) ?? []
      if (id) commit = id
      else if (line.startsWith('\t')) counts.set(commit, (counts.get(commit) ?? 0) + 1)
      else takeAuthor(authors, commit, line)
    }
  } catch (error) {
    if (AppError.is(error) && error.code === 'invalid-input') return undefined
    throw error
  }
  return { path, lines: bySignature(authors, counts) }
}

interface Author {
  name: string
  email: string
}

function takeAuthor(authors: Map<string, Author>, commit: string, line: string): void {
  const author = authors.get(commit) ?? { name: '', email: '' }
  if (line.startsWith('author ')) author.name = line.slice('author '.length)
  if (line.startsWith('author-mail '))
    author.email = line.slice('author-mail '.length).replaceAll(/[<>]/gu, '')
  authors.set(commit, author)
}

function bySignature(
  authors: ReadonlyMap<string, Signature>,
  counts: ReadonlyMap<string, number>,
): Standing['lines'] {
  const lines = new Map<string, Signature & { count: number }>()
  for (const [commit, count] of counts) {
    const signature = authors.get(commit) ?? { name: '', email: '' }
    const key = `${signature.name}\0${signature.email}`
    const before = lines.get(key)?.count ?? 0
    lines.set(key, { ...signature, count: before + count })
  }
  return [...lines.values()]
}

interface TeamAnswer {
  readonly knowledge: Knowledge
  /** What was asked of, in words. */
  readonly of: string
  /** There are older commits than were read. */
  readonly isCut: boolean
  readonly standingFiles: number
}

const MAX_AREAS = 25
const MAX_PEOPLE = 10

/** Who knows what, and how that was found out. */
function tellTeam({ knowledge, of, isCut, standingFiles }: TeamAnswer): ToolAnswer {
  const { whole, areas, pairs, bots } = knowledge
  if (whole.people.length === 0) {
    const text = `No commit of a person in the last two years has to do with ${of}.`
    return { text, display: { type: 'list', items: 0 } }
  }
  const shown = areas.slice(0, MAX_AREAS)
  const rest = areas.length - shown.length
  const parts = [
    `# Who knows ${of}`,
    tellWhole(whole),
    ['## By place', ...shown.map(tellArea), ...(rest > 0 ? [`and ${rest} more places`] : [])].join(
      '\n',
    ),
    tellPairs(pairs),
    tellGrounds({ isCut, standingFiles, bots }),
  ]
  const rows = shown.map(({ path, people, busFactor, lastAt }) => [
    path || '.',
    people[0] ? `${people[0].name} ${percent(people[0].share)}` : '',
    `${busFactor}`,
    tellDay(lastAt),
  ])
  return {
    text: parts.filter((part) => part !== '').join('\n\n'),
    display: {
      type: 'table',
      columns: ['Place', 'Knows it best', 'Bus factor', 'Last changed'],
      rows,
      more: rest,
    },
  }
}

function tellWhole({ commits, people, busFactor, lastAt }: Area): string {
  const told = people.slice(0, MAX_PEOPLE).map((one) => `- ${tellKnower(one)}`)
  const rest = people.length - told.length
  const head = `${countCommits(commits)} by ${people.length === 1 ? 'one person' : `${people.length} people`}, the last on ${tellDay(lastAt)}. Bus factor ${busFactor}: ${tellBus(busFactor)}`
  return [head, ...told, ...(rest > 0 ? [`- and ${rest} more`] : [])].join('\n')
}

function tellBus(busFactor: number): string {
  return busFactor === 1
    ? 'one person knows more than half of it.'
    : `it takes ${busFactor} people to know more than half of it.`
}

function tellKnower({ name, share, commits, lastAt }: Knower): string {
  const when = commits > 0 ? `, last on ${tellDay(lastAt)}` : ', lines that still stand'
  return `${name}: ${percent(share)}, ${countCommits(commits)}${when}`
}

function tellArea({ path, people, busFactor, commits, lastAt }: Area): string {
  const told = people.slice(0, 3).map(({ name, share }) => `${name} ${percent(share)}`)
  const more = people.length > told.length ? ` and ${people.length - told.length} more` : ''
  return `- ${path || '.'}: ${told.join(', ')}${more}; bus factor ${busFactor}; ${countCommits(commits)}, last ${tellDay(lastAt)}`
}

function tellPairs(pairs: readonly Pair[]): string {
  if (pairs.length === 0) return ''
  const told = pairs.map(
    ({ paths: [one, other], together, share }) =>
      `- ${one} and ${other}: ${together} times (${percent(share)} of the one that changed less)`,
  )
  return ['## Changed together', ...told].join('\n')
}

function tellGrounds({
  isCut,
  standingFiles,
  bots,
}: Pick<TeamAnswer, 'isCut' | 'standingFiles'> & Pick<Knowledge, 'bots'>): string {
  const grounds = [
    `- Commits of the last two years${isCut ? ' (the latest 5,000: there are more)' : ''} on the branch that is checked out, newer ones counting more (half after half a year), and more lines more.`,
    `- Lines that still stand, of the ${standingFiles} files that changed most.`,
    bots > 0 &&
      `- ${countCommits(bots)} by programs ${bots === 1 ? 'is' : 'are'} left out, and merges.`,
    '- Who reviewed, talked or decided is not in it, nor second authors of a commit; and who has left is not known.',
  ]
  return ['## What this rests on', ...grounds.filter((one) => one !== false)].join('\n')
}

function percent(share: number): string {
  return `${Math.round(share * 100)} %`
}
