import { applyEdits, compareLines, type Edit, linesOf, listEdits } from './compare-lines.ts'
import { type Compared, type Hunk, listHunks } from './hunks.ts'
import type { Author, ComparedPart } from './line-authors.ts'

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
export interface PendingHunk extends Hunk {
  /** The changes it is made of, by their seq; and what the log does not tell. */
  readonly authors: readonly Author[]
  /** A person's own lines are in it, or may be: to revert it would be to write over them. */
  readonly isContested: boolean
}

export interface PendingText extends Compared {
  readonly hunks: readonly PendingHunk[]
}

/** Returns the pending hunks of a text. The person's own changes aren't pending unless they conflict with others'. */
export function findPendingText({ base, now, own, changes }: KnownTexts): PendingText {
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
function markLines(changes: readonly ToldChange[], now: string | null): Marks {
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

/** A change of a file: its text before and after; `null`: no such file. */
export interface TextChange {
  readonly before: string | null
  readonly after: string | null
}

/**
 * `ours` with what a change made of another text, wherever that is elsewhere than what makes the two
 * texts differ. Where both have to do with the same lines, `ours` stays as it is.
 */
function mergeChange(ours: string | null, { before, after }: TextChange): string | null {
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

/** What a commit would make of a file. `null`: no such file. */
interface CommittedText {
  readonly committed: string | null
  readonly accepted: string | null
  /** Every change of the file until it was accepted; `isOwn` says of each whether a person made it. */
  readonly changes: readonly ToldChange[]
}

/** How many lines a commit would change are as a person has written them, or have left them out. */
export function countOwnLines({ committed, accepted, changes }: CommittedText): number {
  const marks = markLines(changes, accepted)
  const own = new Set<Author>(changes.filter(({ isOwn }) => isOwn).map(({ seq }) => seq))
  const hunks = listHunks({ baseline: toUnix(committed), current: toUnix(accepted) })
  return hunks.reduce((lines, hunk) => lines + countIn(hunk, marks, own), 0)
}

function countIn(hunk: Hunk, marks: Marks, own: ReadonlySet<Author>): number {
  const { at, added, removed } = hunk
  if (added.length > 0) {
    return marks.lines.slice(at, at + added.length).filter((author) => own.has(author)).length
  }
  const took = authorsOf(hunk, marks)
  return took.length > 0 && took.every((author) => own.has(author)) ? removed.length : 0
}

/** Git may keep lines with other ends than they have on disk. */
function toUnix(text: string | null): string | null {
  return text?.replaceAll('\r\n', '\n') ?? null
}

/** Who wrote each line of a text, and who took lines away before each, and after the last. */
interface Marks {
  readonly lines: readonly Author[]
  /** One more than there are lines. */
  readonly gaps: readonly Author[]
}

/** Of a text that was there when the session began. */
function startMarks(lines: number): Marks {
  return { lines: all(lines, 'start'), gaps: all(lines + 1, 'start') }
}

/** The marks of a text, from those of the text before it and how the two compare. */
function carryMarks(before: Marks, parts: readonly ComparedPart[], by: Author): Marks {
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
function authorsOf(hunk: Hunk, { lines, gaps }: Marks): readonly Author[] {
  const end = hunk.at + hunk.added.length
  const border = hunk.removed.length > 0 ? 0 : 1
  const wrote = lines.slice(hunk.at, end)
  const took = gaps.slice(hunk.at + border, end + 1 - border)
  return [...new Set([...wrote, ...took])].filter((author) => author !== 'start')
}

function all<T>(count: number, value: T): T[] {
  return Array.from({ length: count }, () => value)
}
