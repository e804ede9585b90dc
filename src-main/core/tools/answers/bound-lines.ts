import { takeStart } from '#shared/lib/truncate-text.ts'

/** The longest answer, in characters: about 20,000 tokens. */
const MAX_CHARS = 78_000

/** Joins as many lines as fit into an answer. Counts the others, and adds `advice` on how to get them. */
export function boundLines(lines: readonly string[], advice: string): string {
  let chars = 0
  const end = lines.findIndex((line) => {
    chars += line.length + 1
    return chars > MAX_CHARS
  })
  if (end === -1) return lines.join('\n')
  // A first line that is too long by itself is cut rather than left out.
  const shown = end === 0 ? [`${takeStart(lines[0] ?? '', MAX_CHARS)}…`] : lines.slice(0, end)
  const left = lines.length - shown.length
  return [...shown, `[${left} more are left out. ${advice}]`].join('\n')
}
