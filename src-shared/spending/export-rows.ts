import type { Totals } from '../projections/totals.ts'
import type { KeyedSums } from './day-sums.ts'

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
