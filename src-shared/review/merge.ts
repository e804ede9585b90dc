import { applyEdits, type Edit, listEdits } from './edits.ts'
import { linesOf } from './lines.ts'

/** A change of a file: its text before and after; `null`: no such file. */
export interface TextChange {
  readonly before: string | null
  readonly after: string | null
}

/**
 * `ours` with what a change made of another text, wherever that is elsewhere than what makes the two
 * texts differ. Where both have to do with the same lines, `ours` stays as it is.
 */
export function mergeChange(ours: string | null, { before, after }: TextChange): string | null {
  if (ours === before) return after
  if (ours === null || before === null || after === null) return ours
  const base = linesOf(before)
  const differing = listEdits(base, linesOf(ours))
  const made = listEdits(base, linesOf(after))
  const clean = made.filter((edit) => !differing.some((other) => isSamePlace(edit, other)))
  return applyEdits(linesOf(ours), shiftAll(clean, differing)).join('')
}

/** Edits that only touch can both be done; of two insertions in one place nobody knows which comes first. */
function isSamePlace(one: Edit, other: Edit): boolean {
  const isInsertion = one.from === one.to && other.from === other.to
  if (isInsertion) return one.from === other.from
  return one.from < other.to && other.from < one.to
}

/** The same edits of a text that others have been done to. What is put in where another begins comes before it. */
function shiftAll(edits: readonly Edit[], done: readonly Edit[]): readonly Edit[] {
  return edits.map((edit) => {
    const before = done.filter((other) => other.to <= edit.from)
    const shift = before.reduce((sum, { from, to, lines }) => sum + lines.length - (to - from), 0)
    return { ...edit, from: edit.from + shift, to: edit.to + shift }
  })
}
