import type { ReviewedContent } from '#shared/contract/review.ts'
import type { FileContent } from '#shared/events/value.ts'
import { acceptHunks, countLines, revertHunks } from '#shared/review/hunks.ts'
import type { ReviewedHunk } from '#shared/review/reviewed-text.ts'
import type { FileReview, TextReview } from '../../client/file-review.ts'
import type { ReviewCommands } from './use-review-commands.ts'

/** Some of the hunks of a file; of one that is decided as a whole there are none to name. */
export interface Chosen {
  readonly review: FileReview
  readonly hunks: readonly ReviewedHunk[]
}

type Accepting = Parameters<ReviewCommands['accept']>[0]
type Reverting = Parameters<ReviewCommands['revert']>[0]

/** What the host is asked, so that these are accepted. */
export function toAccepting({ review, hunks }: Chosen): Accepting {
  const { path, seq, base, now } = review.file
  const all = { path, seq, content: known(now), before: known(base) }
  if (review.type === 'whole') return { ...all, ...ONE }
  const { text } = review
  const isAll = hunks.length === text.hunks.length
  const content = isAll ? known(now) : toContent(acceptHunks(text, hunks))
  return { ...all, content, before: baselineOf(review), ...count(hunks) }
}

/** What the host is asked, so that these are reverted; contested ones are not among them. */
export function toReverting({ review, hunks }: Chosen): Reverting {
  const { path, seq, base } = review.file
  if (review.type === 'whole') return { path, seq, content: known(base), left: 0, ...ONE }
  const { text } = review
  const left = text.hunks.length - hunks.length
  const content = left === 0 ? baselineOf(review) : toContent(revertHunks(text, hunks))
  return { path, seq, content, left, ...count(hunks) }
}

const ONE = { hunks: 1, added: 0, removed: 0 }

function count(hunks: readonly ReviewedHunk[]) {
  return { hunks: hunks.length, ...countLines(hunks) }
}

function baselineOf({ file, text }: TextReview): ReviewedContent {
  return file.own.length === 0 ? known(file.base) : toContent(text.baseline)
}

function toContent(text: string | null): ReviewedContent {
  return text === null ? known(null) : { type: 'text', text }
}

function known(content: FileContent | null): ReviewedContent {
  return { type: 'known', content }
}

/** What of it can be reverted: `undefined` where that is nothing. */
export function withoutContested({ review, hunks }: Chosen): Chosen | undefined {
  if (review.type === 'whole') {
    return review.canRevert && !review.isContested ? { review, hunks } : undefined
  }
  const free = hunks.filter(({ isContested }) => !isContested)
  return free.length > 0 ? { review, hunks: free } : undefined
}

/** How many changes these are: what is decided as a whole is one. */
export function countChosen(chosen: readonly Chosen[]): number {
  return chosen.reduce(
    (sum, { review, hunks }) => sum + (review.type === 'whole' ? 1 : hunks.length),
    0,
  )
}
