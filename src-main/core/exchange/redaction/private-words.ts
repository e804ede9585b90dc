import type { Private } from './find-ranges.ts'

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
