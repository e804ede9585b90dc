import { type Commit, isBot, People, type Signature } from './commit-authors.ts'

/** Lines of one file that are still as somebody wrote them. */
export interface Standing {
  readonly path: string
  readonly lines: readonly (Signature & { readonly count: number })[]
}

export interface Knower {
  readonly name: string
  /** Of what is known of the place, from 0 to 1. */
  readonly share: number
  readonly commits: number
  /** Milliseconds since the epoch. */
  readonly lastAt: number
}

export interface Area {
  /** Below the project's folder; of a folder with a slash at its end. */
  readonly path: string
  readonly commits: number
  readonly lastAt: number
  /** Who knows it, the one who knows most first. */
  readonly people: readonly Knower[]
  /** The fewest people who together know more than half of it. */
  readonly busFactor: number
}

/** Files that were often changed in the same commits. */
export interface Pair {
  readonly paths: readonly [string, string]
  readonly together: number
  /** Of the commits of the one that changed less. */
  readonly share: number
}

export interface Knowledge {
  readonly whole: Area
  readonly areas: readonly Area[]
  readonly pairs: readonly Pair[]
  /** Commits by programs, which are left out. */
  readonly bots: number
}

interface KnowledgeQuery {
  readonly now: number
  /** Below the project's folder: the places told apart are directly in it. */
  readonly folder: string
}

const HALF_LIFE_MS = 180 * 24 * 3_600_000
const MAX_LINES_COUNTED = 500

/** What a change of a file says of who knows it: more for more lines, half after half a year. */
export function weightOf(lines: number, age: number): number {
  const size = 1 + Math.log2(1 + Math.min(lines, MAX_LINES_COUNTED))
  return size * 0.5 ** (Math.max(0, age) / HALF_LIFE_MS)
}

/** Who knows what, from commits and from the lines that still stand. */
export function toKnowledge(
  all: readonly Commit[],
  standing: readonly Standing[],
  { now, folder }: KnowledgeQuery,
): Knowledge {
  const commits = all.filter((commit) => !isBot(commit))
  const people = new People()
  for (const signature of [...commits, ...standing.flatMap(({ lines }) => lines)])
    people.add(signature)
  const whole = new AreaSums(people, now)
  const areas = new Map<string, AreaSums>()
  const areaOf = (place: string) => {
    const sums = areas.get(place) ?? new AreaSums(people, now)
    areas.set(place, sums)
    return sums
  }
  for (const commit of commits) {
    whole.takeCommit(commit, commit.files)
    for (const [place, files] of Map.groupBy(commit.files, ({ path }) => placeIn(folder, path))) {
      areaOf(place).takeCommit(commit, files)
    }
  }
  for (const file of standing) {
    whole.takeStanding(file)
    areaOf(placeIn(folder, file.path)).takeStanding(file)
  }
  const told = [...areas].map(([path, sums]) => sums.toArea(path))
  return {
    whole: whole.toArea(folder),
    areas: told.toSorted((one, other) => other.commits - one.commits || byPath(one, other)),
    pairs: toPairs(commits),
    bots: all.length - commits.length,
  }
}

function byPath(one: Area, other: Area): number {
  return one.path < other.path ? -1 : 1
}

/** What is directly in the folder, and holds the file. */
function placeIn(folder: string, path: string): string {
  const start = folder === '' ? 0 : folder.length + 1
  if (!isBelow(folder, path)) return path
  const slash = path.indexOf('/', start)
  return slash < 0 ? path : path.slice(0, slash + 1)
}

function isBelow(folder: string, path: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

interface Sums {
  weight: number
  commits: number
  lastAt: number
  lines: number
}

/** What is known of one place. */
class AreaSums {
  readonly #people: People
  readonly #now: number
  readonly #sums = new Map<string, Sums>()
  #commits = 0
  #lastAt = 0

  constructor(people: People, now: number) {
    this.#people = people
    this.#now = now
  }

  takeCommit(commit: Commit, files: Commit['files']): void {
    const sums = this.#of(this.#people.idOf(commit))
    sums.commits += 1
    sums.lastAt = Math.max(sums.lastAt, commit.at)
    for (const { added, removed } of files) {
      sums.weight += weightOf(added + removed, this.#now - commit.at)
    }
    this.#commits += 1
    this.#lastAt = Math.max(this.#lastAt, commit.at)
  }

  takeStanding({ lines }: Standing): void {
    for (const { count, ...signature } of lines) {
      if (!isBot(signature)) this.#of(this.#people.idOf(signature)).lines += count
    }
  }

  toArea(path: string): Area {
    const all = [...this.#sums]
    const weight = all.reduce((sum, [, one]) => sum + one.weight, 0)
    const lines = all.reduce((sum, [, one]) => sum + one.lines, 0)
    const people = all
      .map(([id, sums]) => ({
        name: this.#people.nameOf(id),
        share: shareOf(sums, { weight, lines }),
        commits: sums.commits,
        lastAt: sums.lastAt,
      }))
      .toSorted((one, other) => other.share - one.share || (one.name < other.name ? -1 : 1))
    const [commits, lastAt] = [this.#commits, this.#lastAt]
    return { path, commits, lastAt, people, busFactor: toBusFactor(people) }
  }

  #of(id: string): Sums {
    const sums = this.#sums.get(id) ?? { weight: 0, commits: 0, lastAt: 0, lines: 0 }
    this.#sums.set(id, sums)
    return sums
  }
}

/** What was done and what still stands count alike, where both are known. */
function shareOf(sums: Sums, all: Pick<Sums, 'weight' | 'lines'>): number {
  const done = all.weight > 0 ? sums.weight / all.weight : undefined
  const stands = all.lines > 0 ? sums.lines / all.lines : undefined
  const known = [done, stands].filter((share) => share !== undefined)
  return known.length === 0 ? 0 : known.reduce((sum, one) => sum + one, 0) / known.length
}

function toBusFactor(people: readonly Knower[]): number {
  let sum = 0
  const enough = people.findIndex(({ share }) => {
    sum += share
    return sum > 0.5
  })
  return enough < 0 ? people.length : enough + 1
}

/** A commit of more files than this says nothing of what belongs together. */
const MOST_TOGETHER = 20
const LEAST_TOGETHER = 3
const MOST_PAIRED_FILES = 400
const PAIRS = 15

function toPairs(commits: readonly Commit[]): readonly Pair[] {
  const counts = new Map<string, number>()
  const small = commits.filter(({ files }) => files.length <= MOST_TOGETHER)
  for (const { path } of small.flatMap(({ files }) => files)) {
    counts.set(path, (counts.get(path) ?? 0) + 1)
  }
  const often = [...counts].filter(([, count]) => count >= LEAST_TOGETHER)
  const most = often.toSorted(([a, m], [b, n]) => n - m || (a < b ? -1 : 1))
  const wanted = new Set(most.slice(0, MOST_PAIRED_FILES).map(([path]) => path))
  const together = new Map<string, number>()
  for (const { files } of small) {
    const paths = files.map(({ path }) => path).filter((path) => wanted.has(path))
    for (const pair of pairsOf(paths.toSorted())) together.set(pair, (together.get(pair) ?? 0) + 1)
  }
  return [...together]
    .filter(([, count]) => count >= LEAST_TOGETHER)
    .map(([pair, count]) => toPair(pair, count, counts))
    .toSorted((one, other) => other.together * other.share - one.together * one.share)
    .slice(0, PAIRS)
}

function pairsOf(paths: readonly string[]): readonly string[] {
  return paths.flatMap((one, index) => paths.slice(index + 1).map((other) => `${one}\0${other}`))
}

function toPair(pair: string, together: number, counts: ReadonlyMap<string, number>): Pair {
  const [one = '', other = ''] = pair.split('\0')
  const least = Math.min(counts.get(one) ?? 1, counts.get(other) ?? 1)
  return { paths: [one, other], together, share: together / least }
}
