import type { Author } from '#shared/authors/line-authors.ts'
import { fingerprint } from '#shared/lib/fingerprint.ts'
import type { ReviewedHunk } from '#shared/review/reviewed-text.ts'
import {
  type FileReview,
  hunksOf,
  isOfRun,
  type TextReview,
  type WholeReview,
} from '../../client/file-review.ts'
import type { Chosen } from './decisions.ts'
import type { ReviewAct } from './review-acts.ts'

interface Placed {
  readonly id: string
  readonly path: string
}

/** What stands in the list of changes, one below the other. `chosen`: what its buttons are about. */
export type Row = Placed &
  (
    | { readonly type: 'file'; readonly review: FileReview; readonly chosen: Chosen }
    | HunkRow
    | { readonly type: 'whole'; readonly review: WholeReview; readonly chosen: Chosen }
  )

export interface HunkRow extends Placed {
  readonly type: 'hunk'
  readonly review: TextReview
  readonly hunk: ReviewedHunk
  /** Of those of its file, from 1; `of` is how many there are. */
  readonly place: number
  readonly of: number
  readonly chosen: Chosen
}

/** One of those that are gone through by keys: every row but the heads. */
export type Stop = Exclude<Row, { readonly type: 'file' }>

/** `run`: only what that run made; absent: all. */
export function listRows(reviews: readonly FileReview[], run: number | undefined): readonly Row[] {
  return reviews.flatMap((review): readonly Row[] => {
    const { path } = review.file
    const below = listBelow(review, run)
    if (below.length === 0) return []
    const hunks = review.type === 'text' ? hunksOf(review, run) : []
    return [{ type: 'file', id: path, path, review, chosen: { review, hunks } }, ...below]
  })
}

function listBelow(review: FileReview, run: number | undefined): readonly Row[] {
  const { path } = review.file
  if (review.type === 'whole') {
    if (!isOfRun(review, review.authors, run)) return []
    return [{ type: 'whole', id: `${path} whole`, path, review, chosen: { review, hunks: [] } }]
  }
  const names = nameHunks(review.text.hunks)
  const hunks = hunksOf(review, run)
  return hunks.map((hunk, index) => ({
    ...{ type: 'hunk', id: `${path} ${names.get(hunk)}`, path, review, hunk },
    ...{ place: index + 1, of: hunks.length, chosen: { review, hunks: [hunk] } },
  }))
}

/** By what they change, wherever that is: a hunk keeps its name when lines come or go above it. */
function nameHunks(hunks: readonly ReviewedHunk[]): ReadonlyMap<ReviewedHunk, string> {
  const counts = new Map<string, number>()
  return new Map(
    hunks.map((hunk) => {
      const change = fingerprint(JSON.stringify([hunk.removed, hunk.added]))
      const count = (counts.get(change) ?? 0) + 1
      counts.set(change, count)
      return [hunk, `${change}:${count}`]
    }),
  )
}

export function isStop(row: Row): row is Stop {
  return row.type !== 'file'
}

/** Where a file is looked at for it; of a whole one, at its beginning. */
export function lineOf(row: Stop): number | undefined {
  return row.type === 'hunk' ? row.hunk.at + 1 : undefined
}

export function authorsIn(row: Stop): readonly Author[] {
  if (row.type === 'hunk') return row.hunk.authors
  return row.type === 'whole' ? row.review.authors : []
}

/** How far an act leads among the stops. */
const strides = {
  next: 1,
  previous: -1,
  first: Number.NEGATIVE_INFINITY,
  last: Number.POSITIVE_INFINITY,
} as const satisfies Partial<Readonly<Record<ReviewAct, number>>>

/** Where an act leads to from the nth of so many stops, of which there is one at least. */
export function stopAfter(act: keyof typeof strides, from: number, count: number): number {
  return Math.min(Math.max(from + strides[act], 0), count - 1)
}

/** A hunk's lines and what stands around them, as they are drawn. */
export interface DrawnLine {
  readonly id: string
  readonly type: 'same' | 'removed' | 'added'
  readonly text: string
  /** In what the file holds, from 1; of what is removed, in what it is compared with. */
  readonly number: number
  /** It is the last, and ends without a line end. */
  readonly isOpen: boolean
}

/** How many lines are drawn before a change, and after it. */
export const AROUND = 3

/** `current`: all lines that the file holds. */
export function drawLines(
  { from, at, removed, added }: ReviewedHunk,
  current: readonly string[],
): readonly DrawnLine[] {
  const end = at + added.length
  const same = (line: number): DrawnLine => toLine('same', line, current[line] ?? '')
  const before = rangeOf(Math.max(0, at - AROUND), at).map(same)
  const after = rangeOf(end, Math.min(current.length, end + AROUND)).map(same)
  return [
    ...before,
    ...removed.map((text, index) => toLine('removed', from + index, text)),
    ...added.map((text, index) => toLine('added', at + index, text)),
    ...after,
  ]
}

function toLine(type: DrawnLine['type'], line: number, text: string): DrawnLine {
  const shown = text.replace(/(?:\r\n|\r|\n)$/, '')
  const isOpen = type !== 'same' && !/[\r\n]$/.test(text)
  return { id: `${type} ${line}`, type, text: shown, number: line + 1, isOpen }
}

function rangeOf(from: number, to: number): readonly number[] {
  return Array.from({ length: Math.max(0, to - from) }, (_, index) => from + index)
}
