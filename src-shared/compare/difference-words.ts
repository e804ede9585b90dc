import type { Difference, FileRow, StepRow } from './compare-runs.ts'

const words: Readonly<Record<Exclude<Difference, 'alone'>, string>> = {
  tools: 'other tools',
  arguments: 'other arguments',
  outcome: 'other outcome',
  words: 'other words',
}

/** `other tools, other outcome`; `alike` where there is none. */
export function tellDifferences({ left, differences }: Told): string {
  if (differences.length === 0) return 'alike'
  const tell = (one: Difference) => (one === 'alone' ? tellAlone(left) : words[one])
  return differences.map(tell).join(', ')
}

type Told = Pick<StepRow, 'differences'> & { readonly left?: unknown }

function tellAlone(left: unknown): string {
  return left ? 'only on the left' : 'only on the right'
}

/** How many of each: `11 alike, 2 differ, 1 only left`. */
export function tellRows(rows: readonly StepRow[]): string {
  const count = (holds: (row: StepRow) => unknown) => rows.filter(holds).length
  const parts = [
    [count((row) => row.differences.length === 0), 'alike'],
    [count((row) => row.left && row.right && row.differences.length > 0), 'different'],
    [count((row) => !row.right), 'only on the left'],
    [count((row) => !row.left), 'only on the right'],
  ] as const
  const told = parts.filter(([number]) => number > 0).map(([number, what]) => `${number} ${what}`)
  return told.length === 0 ? 'none' : told.join(', ')
}

const ofFiles: Readonly<Record<FileRow['difference'], string>> = {
  'left-only': 'only on the left',
  'right-only': 'only on the right',
  differs: 'different',
  same: 'alike',
}

export function tellFile({ difference }: FileRow): string {
  return ofFiles[difference]
}
