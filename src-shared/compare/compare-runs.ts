import { headOf, type StoredJson } from '../events/value.ts'
import { type Aligned, align, type Key } from './align.ts'
import type { RunCall, RunFile, RunItem, RunRecord, RunStep } from './run-record.ts'

/**
 * What tells two steps apart: other tools were called, the same with other arguments, it came to
 * something else; of a prompt, other words. `alone`: there is no such step on the other side.
 */
export type Difference = 'alone' | 'tools' | 'arguments' | 'outcome' | 'words'

export interface CallRow {
  readonly left?: RunCall
  readonly right?: RunCall
  readonly differences: readonly Difference[]
}

export interface StepRow {
  readonly left?: RunItem
  readonly right?: RunItem
  readonly calls: readonly CallRow[]
  /** None: they are alike. */
  readonly differences: readonly Difference[]
}

export interface FileRow {
  readonly path: string
  readonly left?: RunFile
  readonly right?: RunFile
  /** `same`: both left it with the same content. */
  readonly difference: 'left-only' | 'right-only' | 'differs' | 'same'
}

/** Something both have a number of; times in milliseconds. `null`: it has no price. */
export interface Figure {
  readonly name: (typeof figureNames)[number]
  readonly left: number | null
  readonly right: number | null
}

const figureNames = [
  'duration',
  'waited',
  'steps',
  'calls',
  'failed',
  'agents',
  'input-tokens',
  'output-tokens',
  'cost',
  'files',
] as const

export interface Comparison {
  readonly left: RunRecord
  readonly right: RunRecord
  readonly rows: readonly StepRow[]
  readonly files: readonly FileRow[]
  readonly figures: readonly Figure[]
}

/** Two runs side by side, step by step. */
export function compareRuns(left: RunRecord, right: RunRecord): Comparison {
  const aligned = align(left.items, right.items, stepKeys)
  return {
    left,
    right,
    rows: aligned.map((pair) => toRow(sidesOf(pair, left.items, right.items))),
    files: compareFiles(left.files, right.files),
    figures: figureNames.map((name) => ({
      name,
      left: figures[name](left),
      right: figures[name](right),
    })),
  }
}

/** Prompts are what both runs hang from; then steps that did the same, did it with the same tools, were the same agent's. */
const stepKeys: readonly Key<RunItem>[] = [
  (item) => (item.type === 'prompt' ? headOf(item.text) : undefined),
  (item) => (item.type === 'prompt' ? 'prompt' : undefined),
  (item) => keyOf(item, ({ name, title }) => `${name}\0${title}`),
  (item) => keyOf(item, ({ name }) => name),
  (item) => (item.type === 'step' ? item.agent : undefined),
]

/** Calls of one step run at once: their order is chance. */
function keyOf(item: RunItem, tell: (call: RunCall) => string): string | undefined {
  if (item.type === 'prompt') return undefined
  return [item.agent, ...item.calls.map(tell).sort()].join('\n')
}

interface Sides<Item> {
  readonly left?: Item
  readonly right?: Item
}

function sidesOf<Item>(pair: Aligned, left: readonly Item[], right: readonly Item[]): Sides<Item> {
  const one = pair.left === undefined ? undefined : left[pair.left]
  const other = pair.right === undefined ? undefined : right[pair.right]
  return { ...(one && { left: one }), ...(other && { right: other }) }
}

function toRow({ left, right }: Sides<RunItem>): StepRow {
  if (left?.type === 'prompt' && right?.type === 'prompt') {
    const isSame = headOf(left.text) === headOf(right.text)
    return { left, right, calls: [], differences: isSame ? [] : ['words'] }
  }
  const calls = compareCalls(callsOf(left), callsOf(right))
  if (left?.type !== 'step' || right?.type !== 'step') {
    return { ...(left && { left }), ...(right && { right }), calls, differences: ['alone'] }
  }
  return { left, right, calls, differences: differencesOf(left, right, calls) }
}

function callsOf(item: RunItem | undefined): readonly RunCall[] {
  return item?.type === 'step' ? item.calls : []
}

function differencesOf(
  left: RunStep,
  right: RunStep,
  calls: readonly CallRow[],
): readonly Difference[] {
  const found = new Set(calls.flatMap(({ differences }) => differences))
  if (found.delete('alone')) found.add('tools')
  if (left.outcome !== right.outcome) found.add('outcome')
  return order.filter((difference) => found.has(difference))
}

const order: readonly Difference[] = ['tools', 'arguments', 'outcome']

function compareCalls(left: readonly RunCall[], right: readonly RunCall[]): readonly CallRow[] {
  const [one, other] = [left, right].map((calls) => calls.toSorted(byWhatTheyDo))
  const sorted = { left: one ?? [], right: other ?? [] }
  return align(sorted.left, sorted.right, callKeys).map((pair) => {
    const sides = sidesOf(pair, sorted.left, sorted.right)
    return { ...sides, differences: differencesOfCalls(sides) }
  })
}

const callKeys: readonly Key<RunCall>[] = [
  (call) => `${call.name}\0${call.title}\0${argsKey(call.args)}`,
  ({ name, title }) => `${name}\0${title}`,
  ({ name }) => name,
]

function byWhatTheyDo(a: RunCall, b: RunCall): number {
  const [one, other] = [a, b].map(({ name, title }) => `${name}\0${title}`)
  if (one === other) return 0
  return (one ?? '') < (other ?? '') ? -1 : 1
}

function differencesOfCalls({ left, right }: Sides<RunCall>): readonly Difference[] {
  if (!left || !right) return ['alone']
  const differences: Difference[] = []
  const isSameCall = left.title === right.title && argsKey(left.args) === argsKey(right.args)
  if (!isSameCall) differences.push('arguments')
  if (outcomeOf(left) !== outcomeOf(right)) differences.push('outcome')
  return differences
}

/** A command that fails is no failed call: what it ended with is its outcome. */
function outcomeOf({ outcome, display }: RunCall): string {
  return display?.type === 'terminal' ? `${outcome} ${display.exitCode}` : `${outcome}`
}

/** Equal for equal arguments, in whatever order their names were written. */
function argsKey(args: StoredJson): string {
  if ('ref' in args) return args.ref
  return JSON.stringify(args.json, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)))
      : value,
  )
}

function compareFiles(left: readonly RunFile[], right: readonly RunFile[]): readonly FileRow[] {
  const byPath = new Map<string, Sides<RunFile>>()
  for (const file of left) byPath.set(file.path, { left: file })
  for (const file of right) byPath.set(file.path, { ...byPath.get(file.path), right: file })
  return [...byPath]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, sides]) => ({ path, ...sides, difference: differenceOfFiles(sides) }))
}

function differenceOfFiles({ left, right }: Sides<RunFile>): FileRow['difference'] {
  if (!right) return 'left-only'
  if (!left) return 'right-only'
  if (left.after === null || right.after === null) {
    return left.after === right.after ? 'same' : 'differs'
  }
  const isSame = left.after.hash !== null && left.after.hash === right.after.hash
  return isSame ? 'same' : 'differs'
}

const figures: Readonly<Record<Figure['name'], (run: RunRecord) => number | null>> = {
  duration: ({ totals }) => wholeSeconds(totals.endedAt - totals.startedAt - totals.pausedMs),
  waited: ({ totals }) => wholeSeconds(totals.waitedMs),
  steps: ({ items }) => items.filter(({ type }) => type === 'step').length,
  calls: (run) => allCalls(run).length,
  failed: (run) => allCalls(run).filter(({ outcome }) => outcome && outcome !== 'ok').length,
  agents: ({ totals }) => totals.agents,
  'input-tokens': ({ totals }) => totals.inputTokens,
  'output-tokens': ({ totals }) => totals.outputTokens,
  cost: ({ totals: { costUsd, unpricedCalls } }) =>
    costUsd === 0 && unpricedCalls > 0 ? null : costUsd,
  files: ({ files }) => files.length,
}

/** As they are shown, so that a difference is that of what is shown. */
function wholeSeconds(ms: number): number {
  return Math.floor(ms / 1000) * 1000
}

function allCalls({ items }: RunRecord): readonly RunCall[] {
  return items.flatMap(callsOf)
}

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
