import { homedir, hostname, userInfo } from 'node:os'
import type { Redacted } from '#shared/contract/procedures/exchange.ts'
import { findRanges, type Private, type Range, replaceRanges } from './find-ranges.ts'
import { type Cut, PieceScan } from './scan-chunks.ts'
import { isSecretKey } from './secret-finders/secret-kinds.ts'

/** What is shorter is a placeholder more often than a secret. */
const SHORTEST = 6
const MARK = /^\[[A-Za-z ]+ removed\]$/

/** Takes out of what leaves the machine what looks like a secret or tells of the machine, and counts it. */
export class Redaction {
  readonly #known: readonly Private[]
  readonly #paths: readonly Private[]
  readonly #secrets = new Map<string, { readonly values: Set<string>; places: number }>()
  readonly #counts = { path: 0, name: 0 }

  constructor(known: readonly Private[]) {
    this.#known = known
    this.#paths = known.filter(({ type }) => type === 'path')
  }

  readonly text = (text: string): string => this.#replace(text, this.#known)

  /** What a program reads, and not a person: a word in it that is somebody’s name by chance stays. */
  readonly word = (text: string): string => this.#replace(text, this.#paths)

  /** What is under this name in plain data: a secret, if the name says so. */
  readonly value = (name: string, text: string): string => {
    if (!isSecretKey(name) || text.length < SHORTEST || MARK.test(text)) return this.text(text)
    this.#countSecret('secret value', text)
    return '[secret value removed]'
  }

  /** For a text in pieces; they are cut as `found` says. */
  scan(found: (seq: number, cut: Cut) => void): PieceScan {
    return new PieceScan(this.#known, (range, cuts) => {
      this.#count(range)
      for (const { seq, ...cut } of cuts) found(seq, cut)
    })
  }

  /** What was taken out so far. */
  get counts(): Redacted {
    const secrets = [...this.#secrets].map(([kind, { values, places }]) => ({
      kind,
      count: values.size,
      places,
    }))
    return { secrets, paths: this.#counts.path, names: this.#counts.name }
  }

  #replace(text: string, known: readonly Private[]): string {
    const ranges = findRanges(text, known)
    if (ranges.length === 0) return text
    for (const range of ranges) this.#count(range)
    return replaceRanges(text, ranges)
  }

  #count({ type, kind, value }: Range): void {
    if (type === 'secret') this.#countSecret(kind, value)
    else this.#counts[type] += 1
  }

  #countSecret(kind: string, value: string): void {
    const counted = this.#secrets.get(kind) ?? { values: new Set<string>(), places: 0 }
    counted.values.add(value)
    counted.places += 1
    this.#secrets.set(kind, counted)
  }
}

/** Redacts the secrets of a text, and neither paths nor names. Keeps no count of them. */
export function redactSecrets(text: string): string {
  return replaceRanges(text, findRanges(text, []))
}

/** What tells of a machine and its person. */
export interface Machine {
  readonly homeDir: string
  readonly userName: string
  readonly hostName: string
}

/** A session’s project: where it lies, and what it is called. */
export interface Place {
  readonly root: string
  readonly name: string
}

/** Names that so many have that they tell nothing, and words that stand in any text. */
const COMMON = new Set(
  'root user users admin home node ubuntu debian guest test tester runner build builder developer desktop docker vagrant default local localhost computer server main host'.split(
    ' ',
  ),
)
const SHORTEST_NAME = 4

/** The longest first: a project lies in a home folder, most often. */
export function privateWords(machine: Machine, place: Place): readonly Private[] {
  const { homeDir, userName, hostName } = machine
  const paths = [
    { path: place.root, mark: place.name },
    { path: homeDir, mark: '~' },
  ].filter(({ path }) => /[\\/]./.test(path))
  const names = [
    { name: userName, mark: '[user]' },
    { name: hostName, mark: '[host]' },
    { name: hostName.split('.')[0] ?? '', mark: '[host]' },
  ].filter(({ name }) => name.length >= SHORTEST_NAME && !COMMON.has(name.toLowerCase()))
  return [
    ...paths
      .toSorted((a, b) => b.path.length - a.path.length)
      .map(({ path, mark }) => ({ type: 'path' as const, pattern: pathPattern(path), mark })),
    ...names.map(({ name, mark }) => ({
      type: 'name' as const,
      pattern: new RegExp(`(?<![\\w-])${RegExp.escape(name)}(?![\\w-])`, 'gi'),
      mark,
    })),
  ]
}

/** Whichever way its slashes lean; not where it is the beginning of another name. */
function pathPattern(path: string): RegExp {
  const parts = path.split(/[\\/]+/).map((part) => RegExp.escape(part))
  const flags = /^[A-Za-z]:/.test(path) ? 'gi' : 'g'
  return new RegExp(`(?<![\\w.~-])${parts.join('[\\\\/]{1,2}')}(?![\\w-])`, flags)
}

/** Returns the names of this machine and its user, which nothing that leaves it may show. */
export function getMachine(homeDir = homedir()): Machine {
  return { homeDir, hostName: hostname(), userName: findUserName() }
}

/** Returns an empty name for a user that the system doesn't know. */
function findUserName(): string {
  try {
    return userInfo().username
  } catch {
    return ''
  }
}
