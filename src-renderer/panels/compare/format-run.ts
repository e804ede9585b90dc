import { tellSubject } from '#shared/code-review/format-review.ts'
import type { Figure } from '#shared/compare/compare-runs.ts'
import type { RunItem } from '#shared/compare/run-record.ts'
import type { ListedRun } from '#shared/contract/procedures/runs.ts'
import { headOf, type Outcome, type StoredJson } from '#shared/events/value.ts'
import { formatCount, formatDuration, formatTokens, formatUsd } from '../../ui/text/format.ts'

/** What a step did, in one line: the titles of its calls, or how what it said begins. */
export function tellItem(item: RunItem): string {
  if (item.type === 'prompt') return headOf(item.text)
  const titles = item.calls.map(({ title }) => title)
  if (titles.length > 0) return titles.join(' · ')
  return item.error ?? (withoutMarks(item.text.trim().split('\n', 1)[0]) || 'Said nothing')
}

/** A line of Markdown as it is read. */
function withoutMarks(line = ''): string {
  return line.replace(/^(?:#{1,6}|[-*>]) /, '').replaceAll(/\*\*|__|`/g, '')
}

/** The outcome where it is not the usual one. */
export function tellOutcome(outcome: Outcome | undefined): string | undefined {
  if (outcome === undefined) return 'under way'
  return outcome === 'ok' ? undefined : outcomes[outcome]
}

const outcomes: Readonly<Record<Exclude<Outcome, 'ok'>, string>> = {
  error: 'failed',
  denied: 'refused',
  cancelled: 'cancelled',
  stopped: 'stopped',
  interrupted: 'interrupted',
}

/** The worst that came of a step: of its model call, or of one of its calls. */
export function outcomeOf(item: RunItem): string | undefined {
  if (item.type === 'prompt') return undefined
  const failed = item.calls.find(({ outcome }) => outcome !== 'ok')
  const exit = item.calls.find(({ display }) => display?.type === 'terminal' && display.exitCode)
  return (
    tellOutcome(item.outcome) ?? (exit && exitOf(exit)) ?? (failed && tellOutcome(failed.outcome))
  )
}

/** `exit 1`, where a command ended so. */
export function exitOf({ display }: RunCallLike): string | undefined {
  return display?.type === 'terminal' && display.exitCode !== null
    ? `exit ${display.exitCode}`
    : undefined
}

type RunCallLike = Pick<Extract<RunItem, { type: 'step' }>['calls'][number], 'display'>

/** Arguments for a person; of long ones how they begin. */
export function writeArgs(args: StoredJson): string {
  return 'json' in args ? JSON.stringify(args.json, null, 2) : `${args.head ?? ''}…`
}

/** What a run is told apart by: how its prompt begins, or what it did without one. */
export function describeRun({
  prompt,
  reviewOf,
  isCompaction,
}: Pick<ListedRun, 'prompt' | 'reviewOf' | 'isCompaction'>): string {
  if (prompt) return prompt
  if (isCompaction) return 'Compacted the conversation'
  return reviewOf ? `Review of ${tellSubject(reviewOf)}` : 'Went on without a prompt'
}

type Name = Figure['name']

export const figureLabels: Readonly<Record<Name, string>> = {
  duration: 'Duration',
  waited: 'Waited for you',
  steps: 'Steps',
  calls: 'Tool calls',
  failed: 'Failed calls',
  agents: 'Agents',
  'input-tokens': 'Tokens in',
  'output-tokens': 'Tokens out',
  cost: 'Cost',
  files: 'Files changed',
}

/** A figure of one run. */
export function writeFigure(name: Name, value: number | null): string {
  if (name === 'cost') return formatUsd(value)
  if (value === null) return '–'
  if (name === 'duration' || name === 'waited') return formatDuration(value)
  return name.endsWith('tokens') ? formatTokens(value) : formatCount(value)
}

const comparatives: Partial<Readonly<Record<Name, readonly [more: string, less: string]>>> = {
  duration: ['longer', 'shorter'],
  waited: ['longer', 'shorter'],
  cost: ['dearer', 'cheaper'],
}

/** What the right run has more or less than the left: `0:12 longer`, `3 fewer`, `$0.040 cheaper`. */
export function tellFigure({ name, left, right }: Figure): string {
  if (left === null || right === null) return left === right ? 'the same' : 'not known'
  const by = Math.abs(right - left)
  if (writeFigure(name, left) === writeFigure(name, right)) return 'the same'
  const [more, less] = comparatives[name] ?? ['more', 'fewer']
  return `${writeFigure(name, by)} ${right > left ? more : less}`
}
