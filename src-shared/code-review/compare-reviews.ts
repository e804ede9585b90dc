import type { CodeReview, SubmittedComment, SubmittedReview } from '../projections/code-reviews.ts'
import { ALIKE, isOfOneKind, likenessOf } from './merge-findings.ts'
import { findPlaces } from './place-findings.ts'
import type { ChangedFile } from './unified-diff.ts'

/**
 * What became of the comments of a review, by a later one about the same. Each comment is in one place, but
 * for those that a person dismissed: nobody is to say them again, so that they are only told of where somebody does.
 */
export interface ComparedReviews {
  /** Of the one before: its place was looked at again, and nobody says it any more of lines that are others now. */
  readonly fixed: readonly SubmittedComment[]
  /** Said again; `before` as it was then, `now` as it is. */
  readonly standing: readonly {
    readonly before: SubmittedComment
    readonly now: SubmittedComment
  }[]
  /** Of the later one. */
  readonly added: readonly SubmittedComment[]
  /** Of the one before: nobody looked at its place again, or says it any more, though its lines are the same. */
  readonly unknown: readonly SubmittedComment[]
}

/** A review as others are compared with it. */
export type LaterReview = Pick<CodeReview, 'subject' | 'leftOut' | 'submitted'>

/**
 * Comments are known again by file, the lines they quote and what they say; lines move. `files`: the change
 * that the later one is about.
 */
export function compareReviews(
  before: Pick<SubmittedReview, 'comments'>,
  now: LaterReview,
  files: readonly ChangedFile[],
): ComparedReviews {
  const comments = now.submitted?.comments ?? []
  const pairs = pair(before.comments, comments)
  const said = new Set(pairs.map((one) => one.before))
  const known = new Set(pairs.map((one) => one.now))
  const gone = before.comments.filter((one) => !said.has(one) && one.settled !== 'dismissed')
  const isUnknown = (one: SubmittedComment) =>
    wasNotRead(now, one.file) || isOut(now, files, one) || isUntouched(files, one)
  return {
    fixed: gone.filter((one) => !isUnknown(one)),
    standing: pairs,
    added: comments.filter((one) => !known.has(one)),
    unknown: gone.filter(isUnknown),
  }
}

function wasNotRead({ leftOut, submitted }: LaterReview, file: string): boolean {
  if (!submitted || submitted.unread.includes(file)) return true
  return leftOut.some(({ path }) =>
    path.endsWith('/') ? path === './' || file.startsWith(path) : path === file,
  )
}

/**
 * Whether its place is no part of the later change. What a session changes and is no more changed is as it was;
 * but what is no more in git’s may as well have been committed, or merged, as it is.
 */
function isOut(
  { subject }: LaterReview,
  files: readonly ChangedFile[],
  { file, line, settled }: SubmittedComment,
): boolean {
  if (subject.type === 'session' || settled === 'accepted') return false
  const named = files.filter(({ path }) => path === file)
  if (named.some(({ how }) => how === 'deleted')) return false
  const lines = named.flatMap(({ hunks }) => hunks.flatMap((hunk) => hunk.lines))
  return !lines.some((one) => Math.abs((one.line ?? Infinity) - line) <= REACH)
}

/** So far from its place lines may have come or gone since: further than one that is quoted is looked for. */
const REACH = 50

/** A model that is asked again does not say all of it again. What was accepted is another matter. */
function isUntouched(
  files: readonly ChangedFile[],
  { file, line, quote, settled }: SubmittedComment,
): boolean {
  if (settled === 'accepted' || !/[\p{L}\p{N}]/u.test(quote)) return false
  const hunks = files.filter(({ path }) => path === file).flatMap((one) => one.hunks)
  return hunks.some(({ lines }) => {
    const left = lines.filter((one) => one.line !== undefined)
    const texts = left.map(({ text }) => text)
    return findPlaces(texts, { line, quote }, left[0]?.line).length > 0
  })
}

type Pair = ComparedReviews['standing'][number]

/** Those that are most alike find each other first; in the order of the later review. */
function pair(
  before: readonly SubmittedComment[],
  now: readonly SubmittedComment[],
): readonly Pair[] {
  const possible = now
    .flatMap((one) =>
      before.map((other) => ({ before: other, now: one, how: likeness(other, one) })),
    )
    .filter(({ how }) => how >= ALIKE)
    .sort((one, other) => other.how - one.how)
  const pairs = new Map<SubmittedComment, Pair>()
  const taken = new Set<SubmittedComment>()
  for (const one of possible) {
    if (taken.has(one.before) || pairs.has(one.now)) continue
    taken.add(one.before)
    pairs.set(one.now, { before: one.before, now: one.now })
  }
  return now.flatMap((one) => pairs.get(one) ?? [])
}

/** Of the same lines it takes fewer words to say the same; none, where it is of the same kind. */
const SAME_QUOTE = 0.2
/** Of two that are as alike, the nearer: never enough to decide what they say. */
const NEARER = 0.05

function likeness(one: SubmittedComment, other: SubmittedComment): number {
  if (one.file !== other.file) return 0
  const isSameQuote = toWords(one.quote) === toWords(other.quote)
  const nearness = NEARER / (1 + Math.abs(one.line - other.line))
  const more = isSameQuote ? (isOfOneKind(one, other) ? ALIKE : SAME_QUOTE) : 0
  const how = likenessOf(one, other) + more
  return how >= ALIKE ? how + nearness : 0
}

function toWords(quote: string): string {
  return quote.trim().replaceAll(/\s+/gu, ' ')
}
