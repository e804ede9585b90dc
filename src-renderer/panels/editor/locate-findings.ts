import type { ReviewId } from '#shared/ids.ts'
import type { SubmittedComment } from '#shared/projections/code-reviews.ts'

/** A comment of a review about a file, which nobody has settled. */
export interface FileFinding {
  readonly reviewId: ReviewId
  /** Its place among those submitted. */
  readonly index: number
  readonly comment: SubmittedComment
}

/** Where a comment's lines are now, from 1. */
export interface LocatedFinding extends FileFinding {
  readonly from: number
  readonly to: number
}

/** Those whose lines are in the text, where they were or where they have gone; the nearest, where they are in it more than once. */
export function locateFindings(
  findings: readonly FileFinding[],
  text: string,
): readonly LocatedFinding[] {
  if (findings.length === 0) return []
  const lines = text.split(/\r?\n/)
  return findings
    .flatMap((finding) => {
      const { line, endLine = line, quote } = finding.comment
      const sought = quote.replace(/\r?\n$/, '').split(/\r?\n/)
      const from = quote === '' ? withinText(line, lines) : findLines(lines, sought, line)
      if (from === undefined) return []
      const to = quote === '' ? Math.min(endLine, lines.length) : from + sought.length - 1
      return [{ ...finding, from, to }]
    })
    .toSorted((a, b) => a.from - b.from)
}

function withinText(line: number, lines: readonly string[]): number | undefined {
  return line <= lines.length ? line : undefined
}

/** The first line of the nearest place that holds them; absent where none does. */
function findLines(
  lines: readonly string[],
  sought: readonly string[],
  near: number,
): number | undefined {
  let nearest: number | undefined
  for (let at = 0; at + sought.length <= lines.length; at += 1) {
    if (!sought.every((line, offset) => lines[at + offset] === line)) continue
    const from = at + 1
    if (nearest === undefined || Math.abs(from - near) < Math.abs(nearest - near)) nearest = from
  }
  return nearest
}
