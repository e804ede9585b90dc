import { compareLines } from '../authors/compare-lines.ts'

type Lines = readonly string[]

/** Lines of a text that another has in place of those from `from` up to `to`; where these are equal, none. */
export interface Edit {
  readonly from: number
  readonly to: number
  readonly lines: Lines
  /** Where those lines begin in the other text. */
  readonly at: number
}

/** What makes one text another, in order; between two of them there is a line at least that both have. */
export function listEdits(before: Lines, after: Lines): readonly Edit[] {
  const edits: Edit[] = []
  let [from, at] = [0, 0]
  let [removed, added] = [0, 0]
  const close = () => {
    if (removed + added === 0) return
    edits.push({ from, to: from + removed, at, lines: after.slice(at, at + added) })
    ;[from, at, removed, added] = [from + removed, at + added, 0, 0]
  }
  for (const { type, lines } of compareLines(before, after)) {
    if (lines === 0) continue
    if (type === 'removed') removed += lines
    else if (type === 'added') added += lines
    else {
      close()
      from += lines
      at += lines
    }
  }
  close()
  return edits
}

/** A text with some lines in place of others; the edits are in order and do not overlap. */
export function applyEdits(before: Lines, edits: readonly Omit<Edit, 'at'>[]): Lines {
  const after: string[] = []
  let place = 0
  for (const { from, to, lines } of edits) {
    for (; place < from; place += 1) after.push(before[place] ?? '')
    for (const line of lines) after.push(line)
    place = to
  }
  for (; place < before.length; place += 1) after.push(before[place] ?? '')
  return after
}
