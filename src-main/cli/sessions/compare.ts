import {
  type Comparison,
  compareRuns,
  type Figure,
  type StepRow,
  tellDifferences,
  tellFile,
  tellRows,
} from '#shared/compare/compare-runs.ts'
import { findRun } from '#shared/compare/find-run.ts'
import { recordRun } from '#shared/compare/record-run.ts'
import type { RunItem, RunRecord } from '#shared/compare/run-record.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { headOf } from '#shared/events/value.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { findDataFolder } from '../../data-folder.ts'
import { defineCommand } from '../command-line/command.ts'
import { EXIT, wrongUsage } from '../command-line/exit-codes.ts'
import {
  formatCost,
  formatDuration,
  formatJson,
  formatTokens,
  toLine,
  toPrintable,
} from '../command-line/format-output.ts'
import { resolveSession } from '../host-client/find-session.ts'
import { openReader, type Reader } from '../host-client/store-reader.ts'

export const command = defineCommand({
  name: 'compare',
  usage: ['orrery compare RUN RUN [--json]'],
  table: {
    RUN: {
      help: 'SESSION.NUMBER, its runs counted from 1; SESSION alone is its last run. SESSION is its id, the beginning of it, or last',
    },
    json: { type: 'boolean', help: 'Both runs, step by step, as one object' },
  },
  positionals: { min: 2, max: 2, what: 'which two runs' },
  run: async ({ values, positionals: words }) => {
    await using reader = await openReader(findDataFolder(values['data-dir'], process.env))
    const ids = reader?.store.summaries.list().map(({ id }) => id) ?? []
    const places = words.map((word) => parsePlace(word, ids))
    const [left, right] = places.map((place) => reader && readRun(reader, place))
    if (left && right) show(compareRuns(left, right), words, values.json ?? false)
    return EXIT.ok
  },
})

function show(comparison: Comparison, names: readonly string[], isJson: boolean): void {
  const [left = '', right = ''] = names
  console.log(
    isJson
      ? formatJson(comparison)
      : toPrintable(tellComparison(comparison, { left, right }).join('\n')),
  )
}

interface Place {
  readonly written: string
  readonly sessionId: SessionId
  /** Absent: the last. */
  readonly run?: number
}

function parsePlace(written: string, ids: readonly SessionId[]): Place {
  const [, session = written, number] = /^(.*?)(?:\.(\d+))?$/.exec(written) ?? []
  const sessionId = resolveSession(session, ids)
  return { written, sessionId, ...(number !== undefined && { run: Number(number) }) }
}

function readRun({ store }: Reader, { written, sessionId, run }: Place): RunRecord {
  const { count, events } = findRun(eventsOf(store, sessionId), run)
  if (count > 0 && (run === undefined || run === count)) return recordRun(events)
  const there = count === 0 ? 'It has had none.' : `It has ${count}.`
  throw wrongUsage(`"${written}" names no run of its session. ${there}`)
}

function* eventsOf(store: Reader['store'], sessionId: SessionId): Generator<AnyEvent> {
  for (const page of store.events.read(sessionId)) yield* page
}

const COLUMN = 40

interface Names {
  readonly left: string
  readonly right: string
}

/** A comparison as lines for a person: what both came to, the steps that differ, the files. */
function tellComparison(comparison: Comparison, names: Names): readonly string[] {
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
