import type { Comparison, Figure, StepRow } from '#shared/compare/compare-runs.ts'
import { tellDifferences, tellFile, tellRows } from '#shared/compare/difference-words.ts'
import type { RunItem } from '#shared/compare/run-record.ts'
import { headOf } from '#shared/events/value.ts'
import { formatCost, formatDuration, formatTokens, toLine } from './format.ts'

const COLUMN = 40

interface Names {
  readonly left: string
  readonly right: string
}

/** A comparison as lines for a person: what both came to, the steps that differ, the files. */
export function tellComparison(comparison: Comparison, names: Names): readonly string[] {
  const { left, right, rows, files, figures } = comparison
  const differing = rows.filter(({ differences }) => differences.length > 0)
  return [
    toColumns('', names.left, names.right),
    toColumns('model', left.totals.model, right.totals.model),
    toColumns('outcome', left.totals.outcome ?? 'running', right.totals.outcome ?? 'running'),
    ...figures.map(tellFigure),
    '',
    `Steps: ${tellRows(rows)}`,
    ...differing.map(tellRow),
    '',
    files.length === 0 ? 'No file was changed.' : 'Files:',
    ...files.map((file) => `  ${toLine(file.path, 60).padEnd(60)}  ${tellFile(file)}`),
  ]
}

function toColumns(name: string, left: string, right: string, more = ''): string {
  const columns = [toLine(left, COLUMN).padEnd(COLUMN), toLine(right, COLUMN).padEnd(COLUMN), more]
  return `${name.padEnd(14)}${columns.join('  ')}`.trimEnd()
}

function tellFigure({ name, left, right }: Figure): string {
  const more = left === null || right === null || left === right ? '' : tellMore(name, right - left)
  return toColumns(name.replace('-', ' '), write(name, left), write(name, right), more)
}

function tellMore(name: Figure['name'], by: number): string {
  return `${by < 0 ? '−' : '+'}${write(name, Math.abs(by))}`
}

function write(name: Figure['name'], value: number | null): string {
  if (value === null) return 'unpriced'
  if (name === 'duration' || name === 'waited') return formatDuration(value)
  if (name === 'cost') return formatCost(value, 0)
  return name.endsWith('tokens') ? formatTokens(value) : String(value)
}

function tellRow(row: StepRow): string {
  const { left, right } = row
  const seqs = `${left?.seq ?? '–'} : ${right?.seq ?? '–'}`
  return toColumns(seqs, tellItem(left), tellItem(right), tellDifferences(row))
}

function tellItem(item: RunItem | undefined): string {
  if (!item) return ''
  if (item.type === 'prompt') return `“${headOf(item.text)}”`
  const titles = item.calls.map(({ title }) => title)
  return `${item.agent}: ${titles.join(', ') || item.error || item.text}`
}
