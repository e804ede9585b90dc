import { applyEdits, linesOf, listEdits } from './compare-lines.ts'

/** A place where a file differs from what needs no review. Lines count from 0. */
export interface Hunk {
  /** What needs no review has these, from line `from`. */
  readonly from: number
  readonly removed: readonly string[]
  /** The file holds these in their place, from line `at`. */
  readonly at: number
  readonly added: readonly string[]
}

/** What a file is compared with, and what it holds; `null`: no such file. */
export interface Compared {
  readonly baseline: string | null
  readonly current: string | null
}

/** Where the two differ, in order. A file that comes to be, or goes, is one. */
export function listHunks({ baseline, current }: Compared): readonly Hunk[] {
  if (baseline === current) return []
  const [before, after] = [linesOf(baseline), linesOf(current)]
  if (baseline === null || current === null) {
    return [{ from: 0, removed: before, at: 0, added: after }]
  }
  return listEdits(before, after).map(({ from, to, at, lines }) => ({
    from,
    removed: before.slice(from, to),
    at,
    added: lines,
  }))
}

/** What needs no review once some of the hunks are accepted; all of them: what the file holds. */
export function acceptHunks(
  { baseline, current }: Compared,
  accepted: readonly Hunk[],
): string | null {
  if (baseline === null || current === null) return accepted.length > 0 ? current : baseline
  const edits = accepted.map(({ from, removed, added }) => ({
    from,
    to: from + removed.length,
    lines: added,
  }))
  return applyEdits(linesOf(baseline), edits).join('')
}

/** What the file holds once some of the hunks are reverted; all of them: what needs no review. */
export function revertHunks(
  { baseline, current }: Compared,
  reverted: readonly Hunk[],
): string | null {
  if (baseline === null || current === null) return reverted.length > 0 ? baseline : current
  const edits = reverted.map(({ at, removed, added }) => ({
    from: at,
    to: at + added.length,
    lines: removed,
  }))
  return applyEdits(linesOf(current), edits).join('')
}

/** How many lines hunks add and remove. */
export function countLines(hunks: readonly Hunk[]): { added: number; removed: number } {
  const sum = (side: 'added' | 'removed') =>
    hunks.reduce((lines, hunk) => lines + hunk[side].length, 0)
  return { added: sum('added'), removed: sum('removed') }
}
