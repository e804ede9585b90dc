import { createTwoFilesPatch, diffLines, OMIT_HEADERS } from 'diff'
import { trimSame } from '#shared/lib/trim-common-lines.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'

/** Comparing texts that differ in more lines would hold the thread. */
const MAX_EDITS = 1000
const MAX_DIFF_CHARS = 8000
const MAX_RANGES = 20
/** Longer lines are shown in part. */
const MAX_LINE_CHARS = 1000

/** How a text became another, as hunks of a unified diff, bounded. */
export function formatChanges(before: string, after: string): string {
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, {
    context: 2,
    headerOptions: OMIT_HEADERS,
    maxEditLength: MAX_EDITS,
  })
  return boundDiff(patch ?? formatReplacement(before, after), MAX_DIFF_CHARS)
}

/** One hunk for all that lies between the first and the last line that differ. */
function formatReplacement(before: string, after: string): string {
  const { start, removed, added } = trimSame(before.split('\n'), after.split('\n'))
  const half = MAX_DIFF_CHARS / 2
  return [
    `@@ -${start + 1},${removed.length} +${start + 1},${added.length} @@`,
    boundDiff(removed.map((line) => `-${line}`).join('\n'), half),
    boundDiff(added.map((line) => `+${line}`).join('\n'), half),
  ].join('\n')
}

function boundDiff(diff: string, maxChars: number): string {
  const lines = diff.trimEnd().split('\n')
  let chars = 0
  const shown: string[] = []
  for (const line of lines) {
    const part = line.length > MAX_LINE_CHARS ? `${takeStart(line, MAX_LINE_CHARS)}…` : line
    chars += part.length + 1
    if (chars > maxChars) break
    shown.push(part)
  }
  const left = lines.length - shown.length
  return [...shown, ...(left > 0 ? [`[${left} more lines are left out.]`] : [])].join('\n')
}

/** The lines of `after`, counted from 1, that differ from `before`: `lines 3-5, 12`. */
export function formatChangedLines(before: string, after: string): string {
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS })
  if (!parts) {
    const { start, added } = trimSame(before.split('\n'), after.split('\n'))
    return `lines ${formatRange(start + 1, start + Math.max(added.length, 1))}`
  }
  const ranges: string[] = []
  let line = 1
  for (const [index, { added, removed, count }] of parts.entries()) {
    if (added) ranges.push(formatRange(line, line + count - 1))
    if (removed && !parts[index + 1]?.added) ranges.push(`${count} removed before ${line}`)
    if (!removed) line += count
  }
  const left = ranges.length - MAX_RANGES
  const shown = ranges.slice(0, MAX_RANGES).join(', ')
  return `lines ${shown}${left > 0 ? ` and ${left} more places` : ''}`
}

function formatRange(first: number, last: number): string {
  return first === last ? `${first}` : `${first}-${last}`
}
