import { findQuote } from '#shared/code-review/find-quote.ts'
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
  /** These are not its lines, which changed: they are the nearest there are. */
  readonly isNearest?: boolean
}

/** Those whose lines are in the text, where they were or where they have gone beyond doubt: where a suggestion can be accepted. */
export function locateFindings(
  findings: readonly FileFinding[],
  text: string,
): readonly LocatedFinding[] {
  if (findings.length === 0) return []
  const lines = text.split(/\r?\n/)
  return findings
    .flatMap((finding) => {
      const { line, endLine = line, quote } = finding.comment
      const from = quote === '' ? withinText(line, lines) : findQuote(lines, { line, quote })
      if (from === undefined) return []
      const to = quote === '' ? endLine : from + quote.split('\n').length - 1
      return [{ ...finding, from, to: Math.min(to, lines.length) }]
    })
    .toSorted((a, b) => a.from - b.from)
}

function withinText(line: number, lines: readonly string[]): number | undefined {
  return line <= lines.length ? line : undefined
}

/** Where one is shown whose lines are in the text no more, or more than once. */
export function locateNearest(finding: FileFinding, text: string): LocatedFinding {
  const line = Math.min(finding.comment.line, text.replace(/\r?\n$/, '').split('\n').length)
  return { ...finding, from: line, to: line, isNearest: true }
}
