import { rowsOf, toCsv } from '#shared/spending/export-rows.ts'
import type { SpendingReport } from '#shared/spending/spending-query.ts'
import { saveText } from '../../client/save-text.ts'

/** Saves a report as a download. */
export function saveReport(
  report: SpendingReport,
  nameOf: (key: string) => string,
  format: 'csv' | 'json',
): void {
  const rows = rowsOf(report, nameOf)
  if (format === 'csv') saveText('spending.csv', toCsv(rows), 'text/csv')
  else saveText('spending.json', `${JSON.stringify(rows, null, 2)}\n`, 'application/json')
}
