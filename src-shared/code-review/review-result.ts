import { z } from 'zod'
import {
  type Finding,
  LeftOut,
  Recommendation,
  ReviewComment,
  ReviewedPart,
  ReviewSubject,
  Severity,
  UnheardReviewer,
} from '../events/code-review.ts'
import { ReviewId, SessionId } from '../lib/ids.ts'
import type { CodeReview } from '../projections/code-reviews.ts'
import type { Lane } from '../projections/lanes.ts'
import type { TimelineState } from '../projections/timeline.ts'
import { addTotals, noTotals, type Totals } from '../projections/totals.ts'
import type { UsageState } from '../projections/usage.ts'

/** What an agent of a review spent: the orchestrator, or all that reviewed by the same definition. */
export const ReviewAgent = z.strictObject({
  name: z.string(),
  calls: z.int().nonnegative(),
  /** All input, cached included. */
  inputTokens: z.int().nonnegative(),
  outputTokens: z.int().nonnegative(),
  /** `null`: the price of a call is unknown. */
  costUsd: z.number().nonnegative().nullable(),
})
export type ReviewAgent = z.infer<typeof ReviewAgent>

/** What a review came to, as `orrery review --format json` writes it; the other formats are made of it. */
export const ReviewResult = z.strictObject({
  summary: z.string(),
  recommendation: Recommendation,
  /** The gravest first. */
  comments: z.array(ReviewComment),
  /** Input and output of all its agents. */
  tokensUsed: z.int().nonnegative(),
  /** `null`: the price of a call is unknown. */
  costUsd: z.number().nonnegative().nullable(),
  agents: z.array(ReviewAgent),
  /** `host`: of what reviewers had found, since the orchestrator had not submitted it; `reason` says why. */
  submittedBy: z.enum(['orchestrator', 'host']),
  reason: z.string().optional(),
  subject: ReviewSubject,
  files: z.array(ReviewedPart.omit({ pieces: true })),
  leftOut: z.array(LeftOut),
  /** Files of which a piece was given to nobody. */
  unread: z.array(z.string()),
  /** Reviewers that told nothing. */
  unheard: z.array(UnheardReviewer),
  /** Nobody has said anything of the change: that nothing was found says nothing. */
  isOfNothing: z.boolean(),
  /** Comments whose line was not in the change: put on the nearest that is, or left out. */
  moved: z.int().nonnegative(),
  dropped: z.int().nonnegative(),
  /** Where it can be looked at again; absent where nothing differed, so that nobody was asked. */
  sessionId: SessionId.optional(),
  reviewId: ReviewId.optional(),
})
export type ReviewResult = z.infer<typeof ReviewResult>

interface Around {
  readonly agents: readonly ReviewAgent[]
  readonly sessionId?: SessionId | undefined
}

/** `undefined`: it has not been submitted. */
export function toReviewResult(
  review: CodeReview,
  { agents, sessionId }: Around,
): ReviewResult | undefined {
  if (!review.submitted) return undefined
  const { reviewId, subject, files, leftOut } = review
  const { by, reason, comments, seq: _, at: __, ...submitted } = review.submitted
  return ReviewResult.parse({
    ...submitted,
    ...(reason !== undefined && { reason }),
    submittedBy: by,
    comments: comments.map(({ settled: ___, ...comment }) => comment),
    files: files.map(({ path, added, removed }) => ({ path, added, removed })),
    agents,
    subject,
    leftOut,
    reviewId,
    isOfNothing: isOfNothing(review),
    ...(sessionId && { sessionId }),
  })
}

/** Where nothing differs: nobody was asked. */
export function emptyReviewResult(subject: ReviewSubject, summary: string): ReviewResult {
  return ReviewResult.parse({
    summary,
    recommendation: 'comment',
    comments: [],
    tokensUsed: 0,
    costUsd: 0,
    agents: [],
    submittedBy: 'host',
    subject,
    files: [],
    leftOut: [],
    unread: [],
    unheard: [],
    moved: 0,
    dropped: 0,
    isOfNothing: true,
  })
}

interface States {
  readonly timeline: Pick<TimelineState, 'lanes' | 'laneOrder'>
  readonly usage: Pick<UsageState, 'byAgent'>
}

/** What each agent of a review spent, the one that conducts it first; those of one type are one. */
export function listReviewAgents(
  { timeline: { lanes, laneOrder }, usage: { byAgent } }: States,
  { agentId }: Pick<CodeReview, 'agentId'>,
): readonly ReviewAgent[] {
  const sums = new Map<string, Totals>()
  for (const id of laneOrder) {
    const lane = lanes[id]
    if (!lane || !isUnder(lane, agentId, lanes)) continue
    sums.set(lane.type, addTotals(sums.get(lane.type) ?? noTotals, byAgent[id] ?? noTotals))
  }
  return [...sums].map(([name, { calls, inputTokens, outputTokens, ...money }]) => {
    const costUsd = money.unpricedCalls > 0 ? null : money.costUsd
    return { name, calls, inputTokens, outputTokens, costUsd }
  })
}

function isUnder(
  lane: Lane,
  agentId: CodeReview['agentId'],
  lanes: TimelineState['lanes'],
): boolean {
  for (let one: Lane | undefined = lane; one; ) {
    if (one.agentId === agentId) return true
    one = one.parentAgentId && lanes[one.parentAgentId]
  }
  return false
}

/** What a review fails a build on: a comment that grave, or graver. */
export const FAIL_LEVELS = [...Severity.options, 'never'] as const
export type FailLevel = (typeof FAIL_LEVELS)[number]

interface Judged {
  readonly comments: readonly Pick<Finding, 'severity'>[]
}

export function failsOn({ comments }: Judged, level: FailLevel): boolean {
  if (level === 'never') return false
  const least = Severity.options.indexOf(level)
  return comments.some(({ severity }) => Severity.options.indexOf(severity) <= least)
}

export const NOTHING_SAID = 'No reviewer has said anything of this change.'

/** Whether a review was submitted of which nobody has said anything: that nothing was found says nothing then. */
export function isOfNothing({
  told,
  files,
  submitted,
}: Pick<CodeReview, 'told' | 'files' | 'submitted'>): boolean {
  if (!submitted || told.length > 0 || submitted.comments.length > 0) return false
  return submitted.by === 'host' || files.every(({ path }) => submitted.unread.includes(path))
}
