import type { Bookmark } from '#shared/events/session.ts'
import type { RunSpan } from '#shared/projections/timeline.ts'
import type { EditorLook } from '../../../session/editor-display.ts'
import { formatClock, formatCount } from '../../../ui/text/format.ts'

/** What the editor's bar says of a comparison. */
export function tellComparison({
  compareWith,
  point,
}: Pick<EditorLook, 'compareWith' | 'point'>): string {
  switch (compareWith) {
    case 'nothing':
      return 'Compare with…'
    case 'start':
      return 'since the session began'
    case 'run':
      return 'since the last run began'
    case 'git':
      return 'since the last commit'
    case 'point':
      return `since event ${formatCount(point ?? 0)}`
  }
}

/** A moment of the session that a file can be compared with. */
interface Point {
  readonly seq: number
  readonly label: string
  readonly fact: string
}

/** Bookmarks, then the runs’ starts, the newest first: those up to a moment. */
export function listPoints(
  bookmarks: readonly Bookmark[],
  runs: readonly RunSpan[],
  upTo: number,
): readonly Point[] {
  const marked = bookmarks.map(({ seq, label }) => ({
    seq,
    label: label ?? `Bookmark at event ${formatCount(seq)}`,
    fact: `event ${formatCount(seq)}`,
  }))
  const begun = runs.map(({ seq, startedAt }, index) => ({
    seq,
    label: `The start of run ${index + 1}`,
    fact: formatClock(startedAt),
  }))
  // A bookmark of the start of a run says more than that it is one.
  const others = begun.reverse().filter(({ seq }) => bookmarks.every((one) => one.seq !== seq))
  return [...marked, ...others].filter(({ seq }) => seq <= upTo)
}
