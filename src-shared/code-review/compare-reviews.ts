import type { CodeReview, SubmittedComment, SubmittedReview } from '../projections/code-reviews.ts'
import { ALIKE, isOfOneKind, likenessOf } from './alike.ts'
import type { ChangedFile } from './changed-file.ts'

/** What became of the comments of a review, by a later one about the same. Each comment is in one place. */
export interface ComparedReviews {
  /** Of the one before: its file was looked at again, or is as it was, and nobody says it any more of lines that are others now. */
  readonly fixed: readonly SubmittedComment[]
  /** Said again; `before` as it was then, `now` as it is. */
  readonly standing: readonly {
    readonly before: SubmittedComment
    readonly now: SubmittedComment
  }[]
  /** Of the later one. */
  readonly added: readonly SubmittedComment[]
  /** Of the one before: nobody looked at its file again, or says it any more, though its lines are the same. */
  readonly unknown: readonly SubmittedComment[]
}

/**
 * Comments are known again by file, the lines they quote and what they say; lines move. `files`: the change
 * that the later one is about; without, nothing is known of what stands there.
 */
export function compareReviews(
  before: Pick<SubmittedReview, 'comments'>,
  now: Pick<CodeReview, 'leftOut' | 'submitted'>,
  files: readonly ChangedFile[] = [],
): ComparedReviews {
  const comments = now.submitted?.comments ?? []
  const pairs = pair(before.comments, comments)
  const said = new Set(pairs.map((one) => one.before))
  const known = new Set(pairs.map((one) => one.now))
  const gone = before.comments.filter((one) => !said.has(one))
  const isUnknown = (one: SubmittedComment) => wasNotRead(now, one.file) || isUntouched(files, one)
  return {
    fixed: gone.filter((one) => !isUnknown(one)),
    standing: pairs,
    added: comments.filter((one) => !known.has(one)),
    unknown: gone.filter(isUnknown),
  }
}

/** A file that is neither named nor read has no changes left. */
function wasNotRead({ leftOut, submitted }: Parameters<typeof compareReviews>[1], file: string) {
  if (!submitted || submitted.unread.includes(file)) return true
  return leftOut.some(({ path }) =>
    path.endsWith('/') ? path === './' || file.startsWith(path) : path === file,
  )
}

/** So far lines are looked for that may have moved. */
const NEAR = 50

/** A model that is asked again does not say all of it again. What was accepted is another matter. */
function isUntouched(
  files: readonly ChangedFile[],
  { file, line, quote, settled }: SubmittedComment,
): boolean {
  if (settled === 'accepted' || !/[\p{L}\p{N}]/u.test(quote)) return false
  const hunks = files.filter(({ path }) => path === file).flatMap((one) => one.hunks)
  return hunks.some(({ lines }) => {
    const left = lines.filter((one) => one.line !== undefined && Math.abs(one.line - line) <= NEAR)
    return `\n${left.map(({ text }) => text).join('\n')}\n`.includes(`\n${quote}\n`)
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
