import type { Figure } from '#shared/compare/compare-runs.ts'
import { formatCount, formatDuration, formatTokens, formatUsd } from '../../ui/format.ts'

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
