import { createTwoFilesPatch, diffLines, OMIT_HEADERS } from 'diff'

/** Comparing texts that differ in more lines would hold the thread. */
const MAX_EDITS = 1000
const MAX_DIFF_CHARS = 8000
const MAX_RANGES = 20

/** How a text became another, as hunks of a unified diff, bounded; `undefined`: too much differs. */
export function formatChanges(before: string, after: string): string | undefined {
  const patch = createTwoFilesPatch('', '', before, after, undefined, undefined, {
    context: 2,
    headerOptions: OMIT_HEADERS,
    maxEditLength: MAX_EDITS,
  })
  if (patch === undefined) return undefined
  if (patch.length <= MAX_DIFF_CHARS) return patch.trimEnd()
  const cut = patch.lastIndexOf('\n', MAX_DIFF_CHARS)
  return `${patch.slice(0, cut > 0 ? cut : MAX_DIFF_CHARS)}\n[The rest of the diff is left out.]`
}

/** The lines of `after`, counted from 1, that differ from `before`: `lines 3-5, 12`. */
export function formatChangedLines(before: string, after: string): string {
  const parts = diffLines(before, after, { maxEditLength: MAX_EDITS })
  if (!parts) return 'many lines'
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
