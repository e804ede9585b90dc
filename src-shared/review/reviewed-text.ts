import { compareLines } from '../authors/compare-lines.ts'
import type { Author, ComparedPart } from '../authors/line-authors.ts'
import { type Compared, type Hunk, listHunks } from './hunks.ts'
import { linesOf } from './lines.ts'
import { authorsOf, carryMarks, type Marks, startMarks } from './marks.ts'
import { mergeChange, type TextChange } from './merge.ts'

/** A change of a file, by whomever. */
export interface ToldChange extends TextChange {
  /** Of its event: what it is named by. */
  readonly seq: number
  /** By a person, or by somebody unknown, who may be one. */
  readonly isOwn: boolean
  /** How its two texts compare, where somebody has compared them already. */
  readonly parts?: readonly ComparedPart[]
}

/** A file whose contents are all known, and text. `null`: no such file. */
export interface KnownTexts {
  /** What needed no review before the person's own changes. */
  readonly base: string | null
  readonly now: string | null
  /** The person's own changes since, in order. */
  readonly own: readonly TextChange[]
  /** Every change of the file since the session began, in order. */
  readonly changes: readonly ToldChange[]
}

/** A hunk, and whose it is. */
export interface ReviewedHunk extends Hunk {
  /** The changes it is made of, by their seq; and what the log does not tell. */
  readonly authors: readonly Author[]
  /** A person's own lines are in it, or may be: to revert it would be to write over them. */
  readonly isContested: boolean
}

export interface ReviewedText extends Compared {
  readonly hunks: readonly ReviewedHunk[]
}

/** What of a text waits for review. Changes of the person's own that do not conflict with others' do not. */
export function reviewText({ base, now, own, changes }: KnownTexts): ReviewedText {
  const baseline = joinChanges(own).reduce(mergeChange, base)
  const marks = markLines(changes, now)
  const owned = new Set<Author>(changes.filter(({ isOwn }) => isOwn).map(({ seq }) => seq))
  const hunks = listHunks({ baseline, current: now }).map((hunk) => {
    const authors = authorsOf(hunk, marks)
    return { ...hunk, authors, isContested: authors.some((author) => owned.has(author)) }
  })
  return { baseline, current: now, hunks }
}

/** Changes that follow on each other are one: what was typed and deleted again never was. */
function joinChanges(own: readonly TextChange[]): readonly TextChange[] {
  const joined: TextChange[] = []
  for (const { before, after } of own) {
    const last = joined.at(-1)
    if (last?.after === before) joined[joined.length - 1] = { before: last.before, after }
    else joined.push({ before, after })
  }
  return joined
}

/** Whose a text's lines are. One that was there before is whose it was then, whoever brought it back. */
export function markLines(changes: readonly ToldChange[], now: string | null): Marks {
  const seen = new Map<string, Marks>()
  let known = { text: changes[0]?.before ?? null, marks: startMarks(0) }
  known.marks = startMarks(linesOf(known.text).length)
  const become = (text: string | null, by: Author, parts?: readonly ComparedPart[]) => {
    seen.set(known.text ?? '', known.marks)
    const carry = () =>
      carryMarks(known.marks, parts ?? compareTexts({ before: known.text, after: text }), by)
    known = { text, marks: seen.get(text ?? '') ?? carry() }
  }
  for (const { before, after, seq, parts } of changes) {
    if (before !== known.text) become(before, 'not-recorded')
    become(after, seq, parts)
  }
  if (now !== known.text) become(now, 'not-recorded')
  return known.marks
}

/** How the lines of a change's two texts compare. */
export function compareTexts({ before, after }: TextChange): readonly ComparedPart[] {
  return compareLines(linesOf(before), linesOf(after))
}
