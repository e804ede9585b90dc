import { HumanMessage } from '@langchain/core/messages'
import { tellPlace, tellSubject } from '#shared/code-review/format-review.ts'
import type { ReviewComment } from '#shared/events/code-review.ts'
import { showInvisible } from '#shared/lib/invisible-characters.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { OpenReview } from './open-review.ts'

/** What whoever conducts a review is told first: what the change touches, in which pieces, and what was left out. */
export function toAssignment({
  state,
  pieces,
  before,
}: Pick<OpenReview, 'state' | 'pieces' | 'before'>): HumanMessage {
  const { reviewId, subject, files, leftOut } = state
  const tokens = pieces.map((piece) => `${piece.number}: ${piece.tokens}`)
  const parts = [
    `Review ${tellSubject(subject)}: ${files.length} ${files.length === 1 ? 'file' : 'files'} in ${pieces.length} ${pieces.length === 1 ? 'piece' : 'pieces'}.`,
    `The files, with the lines added and removed, and the pieces they are in:\n${files.map(tellFile).join('\n')}`,
    `How many tokens each piece has at most: ${tokens.join(', ')}.`,
    ...(leftOut.length > 0 ? [`Left out, and read by nobody:\n${tellLeftOut(leftOut)}`] : []),
    ...tellBefore(before, new Set(files.map(({ path }) => path))),
  ]
  return new HumanMessage({ id: `review-${reviewId}`, content: parts.join('\n\n') })
}

/** It was left in the middle, or between two turns. */
export function toGoOn({ reviewId }: OpenReview): HumanMessage {
  return new HumanMessage({ id: `go-on-${reviewId}`, content: 'Go on from where you stopped.' })
}

function tellFile({ path, added, removed, pieces }: CodeReview['files'][number]): string {
  return `- ${showInvisible(path, 'name')} (+${added} −${removed}): ${pieces.join(', ')}`
}

const NAMED = 50

function tellLeftOut(leftOut: CodeReview['leftOut']): string {
  const named = leftOut
    .slice(0, NAMED)
    .map(({ path, why }) => `- ${showInvisible(path, 'name')}: ${why}`)
  const more = leftOut.length - named.length
  return [...named, ...(more > 0 ? [`- and ${more} more`] : [])].join('\n')
}

/** What the review before said of files that are reviewed again. */
function tellBefore(
  before: CodeReview | undefined,
  reviewed: ReadonlySet<string>,
): readonly string[] {
  const comments = before?.submitted?.comments.filter(({ file }) => reviewed.has(file)) ?? []
  const dismissed = comments.filter(({ settled }) => settled === 'dismissed')
  const others = comments.filter(({ settled }) => settled !== 'dismissed')
  return [
    ...(others.length > 0 ? [`${SAID}\n${tellComments(others)}`] : []),
    ...(dismissed.length > 0 ? [`${DISMISSED}\n${tellComments(dismissed)}`] : []),
  ]
}

const SAID =
  'The review before this one said what follows. Have the reviewers check what of it still holds, and submit that in the same words:'
const DISMISSED =
  'A person has dismissed what follows. Leave it out, unless the change makes it worse:'

function tellComments(comments: readonly ReviewComment[]): string {
  const lines = comments.slice(0, NAMED).map((comment) => {
    const { severity, category, message } = comment
    return `- ${tellPlace(comment)}, ${severity}, ${category}: ${message}`
  })
  return lines.join('\n')
}
