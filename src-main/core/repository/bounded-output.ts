import type { Display } from '#shared/events/tool.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'

/** What a model is answered at once, in characters. */
export const MAX_CHARS = 60_000

/** A table shows as many rows as its display holds, and counts the rest. */
export function toTable(
  columns: readonly string[],
  rows: readonly (readonly string[])[],
): Extract<Display, { type: 'table' }> {
  const shown = rows.slice(0, 50).map((row) => [...row])
  return { type: 'table', columns: [...columns], rows: shown, more: rows.length - shown.length }
}

const MAX_LINE = 500

/** A line that is very long says nothing more by being whole. */
export function cutLine(line: string): string {
  return line.length > MAX_LINE ? `${takeStart(line, MAX_LINE)}… [${line.length} characters]` : line
}

/** As many lines as an answer holds, and what to do for the rest. */
export function boundText(lines: readonly string[], advice: string): string {
  let chars = 0
  const kept = lines.map(cutLine)
  const end = kept.findIndex((line) => {
    chars += line.length + 1
    return chars > MAX_CHARS
  })
  if (end < 0) return kept.join('\n')
  return [...kept.slice(0, end), `[${lines.length - end} more lines are left out. ${advice}]`].join(
    '\n',
  )
}
