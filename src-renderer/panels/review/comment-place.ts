import type { HunkRow } from './rows.ts'

/** How much of a change a comment keeps. */
const MOST_KEPT = 40

/** What a comment on a change is about: its lines in the file, and where they went, what was there. */
export function placeOfComment({ path, hunk }: Pick<HunkRow, 'path' | 'hunk'>) {
  const { at, added, removed } = hunk
  const lines = added.length > 0 ? added : removed
  const line = at + 1
  return {
    ...{ path, line, endLine: Math.max(line, at + added.length) },
    quote: lines.slice(0, MOST_KEPT).join('').replace(/\n$/, ''),
  }
}
