import type { Author, ComparedPart } from '../authors/line-authors.ts'
import type { Hunk } from './hunks.ts'

/** Who wrote each line of a text, and who took lines away before each, and after the last. */
export interface Marks {
  readonly lines: readonly Author[]
  /** One more than there are lines. */
  readonly gaps: readonly Author[]
}

/** Of a text that was there when the session began. */
export function startMarks(lines: number): Marks {
  return { lines: all(lines, 'start'), gaps: all(lines + 1, 'start') }
}

/** The marks of a text, from those of the text before it and how the two compare. */
export function carryMarks(before: Marks, parts: readonly ComparedPart[], by: Author): Marks {
  const lines: Author[] = []
  const gaps: Author[] = []
  let old = 0
  let gap = before.gaps[0] ?? 'start'
  const add = (author: Author, after: Author) => {
    gaps.push(gap)
    lines.push(author)
    gap = after
  }
  for (const { type, lines: count } of parts) {
    for (let index = 0; index < count; index += 1) {
      if (type === 'added') add(by, 'start')
      else old += 1
      if (type === 'same') add(before.lines[old - 1] ?? by, before.gaps[old] ?? 'start')
    }
    if (type === 'removed' && count > 0) gap = by
  }
  gaps.push(gap)
  return { lines, gaps }
}

/** Whose changes made a hunk what it is: of the lines it adds, and of those it takes away. */
export function authorsOf(hunk: Hunk, { lines, gaps }: Marks): readonly Author[] {
  const end = hunk.at + hunk.added.length
  const border = hunk.removed.length > 0 ? 0 : 1
  const wrote = lines.slice(hunk.at, end)
  const took = gaps.slice(hunk.at + border, end + 1 - border)
  return [...new Set([...wrote, ...took])].filter((author) => author !== 'start')
}

function all<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}
