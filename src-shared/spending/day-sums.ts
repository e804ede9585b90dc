import { addTotals, noTotals, type Totals } from '../projections/totals.ts'
import { dayOf } from './day-ranges.ts'
import { type SpendingSession, stretchOf } from './spending-sums.ts'
import type { SpentCells } from './spent.ts'

/** Sums of model calls, each with the key of its group. */
export interface KeyedSums {
  readonly total: Totals
  readonly groups: readonly { readonly key: string; readonly totals: Totals }[]
  /** How many sessions spent something. */
  readonly sessions: number
}

/** A time, in milliseconds since the epoch: whole quarters of an hour, `until` excluded. */
export interface TimeRange {
  readonly from: number
  readonly until: number
}

/** Sums by day of the local calendar, earliest first. Days without calls are left out. */
export function sumByDay(sessions: Iterable<SpendingSession>, range: TimeRange): KeyedSums {
  const sums = new KeyedTotals()
  for (const { id, spent } of sessions) {
    for (const { at, totals } of cellsIn(spent.cells, range)) sums.add(dayOf(at), id, totals)
  }
  return sums.toSums((a, b) => a.key.localeCompare(b.key))
}

interface Cell {
  readonly at: number
  readonly totals: Totals
}

/** The cells that begin within a time. */
export function cellsIn(cells: SpentCells, { from, until }: TimeRange): readonly Cell[] {
  return cells.at.flatMap((at, index) =>
    stretchOf([from, until], at) === undefined ? [] : [{ at, totals: totalsAt(cells, index) }],
  )
}

function totalsAt(cells: SpentCells, index: number): Totals {
  const at = (column: readonly number[]) => column[index] ?? 0
  return {
    calls: at(cells.calls),
    inputTokens: at(cells.inputTokens),
    outputTokens: at(cells.outputTokens),
    cacheReadTokens: at(cells.cacheReadTokens),
    cacheWriteTokens: at(cells.cacheWriteTokens),
    reasoningTokens: at(cells.reasoningTokens),
    costUsd: at(cells.costUsd),
    savedUsd: at(cells.savedUsd),
    unpricedCalls: at(cells.unpricedCalls),
  }
}

/** Adds up totals under keys. */
export class KeyedTotals {
  readonly #totals = new Map<string, Totals>()
  readonly #sessions = new Set<string>()

  add(key: string, sessionId: string, totals: Totals): void {
    this.#totals.set(key, addTotals(this.#totals.get(key) ?? noTotals, totals))
    this.#sessions.add(sessionId)
  }

  toSums(compare: (a: KeyedSums['groups'][number], b: KeyedSums['groups'][number]) => number) {
    const groups = [...this.#totals].map(([key, totals]) => ({ key, totals })).sort(compare)
    const total = groups.reduce((sum, { totals }) => addTotals(sum, totals), noTotals)
    return { total, groups, sessions: this.#sessions.size }
  }
}

/** One group, with all its sums. */
export interface ExportedRow extends Totals {
  readonly name: string
}

export function rowsOf(
  { groups }: Pick<KeyedSums, 'groups'>,
  nameOf: (key: string) => string,
): readonly ExportedRow[] {
  return groups.map(({ key, totals }) => ({ name: nameOf(key), ...totals }))
}

/** As RFC 4180 has it. A name that a spreadsheet would take for a formula is kept a name. */
export function toCsv(rows: readonly ExportedRow[]): string {
  const names = Object.keys(rows[0] ?? {})
  const lines = rows.map((row) => Object.values(row).map(toField).join(','))
  return [names.join(','), ...lines, ''].join('\r\n')
}

function toField(value: string | number): string {
  if (typeof value === 'number') return String(value)
  const text = /^[=+\-@\t\r]/.test(value) ? `'${value}` : value
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
