import { posix } from 'node:path'
import { groupByCycle } from '../check/content-keys.ts'
import type { Dependencies } from '../check/dependencies.ts'
import type { Sources } from '../check/sources.ts'
import type { FileFacts } from './read-facts.ts'

/** A measured number, and the largest that it should be. */
export type Figure = {
  readonly name: string
  readonly value: number
  readonly maximum: number
  /** Whether `npm run check` fails above the maximum. */
  readonly isEnforced: boolean
  /** The files or folders that exceed the maximum, worst first, as printed lines. */
  readonly places: readonly string[]
}

const SMALL_FILE_LINES = 60

/** Measures the structure of the production code. */
export function measureStructure(
  facts: readonly FileFacts[],
  sources: Sources,
  dependencies: Dependencies,
): readonly Figure[] {
  const fragments = findFragments(facts, sources, dependencies)
  const cycles = findCycles(facts)
  return [
    {
      name: 'production files',
      value: facts.length,
      maximum: 1450,
      // New features add files.
      isEnforced: false,
      places: [],
    },
    {
      name: 'files directly in the largest folder',
      ...findLargest(countByFolder(facts), 35),
      isEnforced: true,
    },
    {
      name: 'percentage of small files with one importer beside them and no test',
      value: toPercentage(fragments.length, facts.length),
      maximum: 5,
      isEnforced: true,
      places: fragments,
    },
    {
      name: 'lines of the longest file',
      ...findLargest(new Map(facts.map(({ file, lines }) => [file, lines])), 400),
      isEnforced: true,
    },
    {
      name: 'lines of the median function',
      value: findMedian(facts.flatMap(({ functionLines }) => functionLines)),
      maximum: 10,
      isEnforced: true,
      places: [],
    },
    {
      name: 'most uses of any in a file',
      ...findLargest(new Map(facts.map(({ file, anyCount }) => [file, anyCount])), 0),
      isEnforced: true,
    },
    {
      name: 'import cycles, types aside',
      value: cycles.length,
      maximum: 0,
      isEnforced: true,
      places: cycles.map((files) => files.toSorted().join(', ')),
    },
  ]
}

function countByFolder(facts: readonly FileFacts[]): ReadonlyMap<string, number> {
  const folders = Map.groupBy(facts, ({ file }) => posix.dirname(file))
  return new Map([...folders].map(([folder, { length }]) => [folder, length]))
}

function findLargest(counts: ReadonlyMap<string, number>, maximum: number) {
  const ranked = [...counts].toSorted(([, first], [, second]) => second - first)
  const worst = ranked.filter(([, count]) => count > maximum)
  return {
    value: ranked[0]?.[1] ?? 0,
    maximum,
    places: worst.map(([place, count]) => `${place}: ${count}`),
  }
}

function findMedian(values: readonly number[]): number {
  const sorted = values.toSorted((first, second) => first - second)
  return sorted[Math.floor(sorted.length / 2)] ?? 0
}

/** Rounds up to a tenth, so that a figure never looks better than it is. */
function toPercentage(part: number, whole: number): number {
  return whole === 0 ? 0 : Math.ceil((part / whole) * 1000) / 10
}

/** Small files without a test that one file of the same folder imports, and nothing else. */
function findFragments(
  facts: readonly FileFacts[],
  sources: Sources,
  dependencies: Dependencies,
): readonly string[] {
  const importers = findImporters(facts, dependencies)
  return facts
    .filter(({ file, lines }) => {
      const [importer, ...others] = importers.get(file) ?? []
      const isBeside = importer !== undefined && posix.dirname(importer) === posix.dirname(file)
      return lines <= SMALL_FILE_LINES && isBeside && others.length === 0 && !hasTest(file, sources)
    })
    .map(({ file }) => `${file}: only ${importers.get(file)?.[0]} imports it`)
}

function findImporters(
  facts: readonly FileFacts[],
  dependencies: Dependencies,
): ReadonlyMap<string, readonly string[]> {
  const importers = new Map<string, string[]>()
  for (const { file } of facts) {
    for (const named of dependencies.get(file) ?? []) {
      const known = importers.get(named)
      if (known) known.push(file)
      else importers.set(named, [file])
    }
  }
  return importers
}

function hasTest(file: string, sources: Sources): boolean {
  const stem = file.replace(/\.tsx?$/, '')
  return sources.has(`${stem}.test.ts`) || sources.has(`${stem}.test.tsx`)
}

function findCycles(facts: readonly FileFacts[]): readonly (readonly string[])[] {
  const imports = new Map(facts.map(({ file, imports: targets }) => [file, targets]))
  return groupByCycle(imports).filter(([file = '', ...others]) => {
    return others.length > 0 || imports.get(file)?.includes(file)
  })
}
