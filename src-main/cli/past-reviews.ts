import { listReviewAgents } from '#shared/code-review/review-agents.ts'
import { toReviewResult } from '#shared/code-review/review-result.ts'
import { tellSubject } from '#shared/code-review/review-words.ts'
import type { SessionId } from '#shared/ids.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { SessionStates } from '#shared/projections/index.ts'
import { formatCount, toLine } from './format.ts'
import { toText } from './review-text.ts'

/** The reviews of a session at some moment, as `orrery review` wrote them; nothing where there is none. */
export function tellReviews(states: SessionStates, sessionId: SessionId, width: number): string {
  const reviews = Object.values(states.codeReviews.reviews)
  return reviews.map((review) => `\n${tellOne(review, { states, sessionId, width })}`).join('')
}

interface Around {
  readonly states: SessionStates
  readonly sessionId: SessionId
  readonly width: number
}

function tellOne(review: CodeReview, { states, sessionId, width }: Around): string {
  const head = toLine(`Review of ${tellSubject(review.subject)}`, width)
  const agents = listReviewAgents(states, review)
  const result = toReviewResult(review, { agents, sessionId })
  if (result) return `${head}\n\n${toText(result, width)}`
  const told = review.told.reduce((sum, { findings }) => sum + findings.length, 0)
  return `${head}\n\nIt was not submitted by then. Reviewers had told ${formatCount(told, 'finding')}.\n`
}
