import type { BaseChatModel } from '@langchain/core/language_models/chat_models'
import { tellSubject } from '#shared/code-review/review-words.ts'
import { ORCHESTRATOR_TYPE } from '#shared/events/agent.ts'
import type { ModelRef } from '#shared/events/value.ts'
import type { ReviewId, SpanId } from '#shared/ids.ts'
import type { Agent } from '../agent-directory.ts'
import { prepareOwnTools } from '../calls/own-tools.ts'
import type { RunContext } from '../run-context.ts'
import { type Delegates, toDelegates } from '../subagents/delegates.ts'
import { reviewThread } from '../thread-places.ts'
import { toAssignment, toGoOn } from './assignment.ts'
import { buildReview } from './build-review.ts'
import { OpenReview } from './open-review.ts'

/** A review that is in the log, and what it is conducted with. */
export interface ReviewToConduct {
  readonly run: RunContext
  readonly review: ReviewId
  readonly own: { readonly ref: ModelRef; readonly model: BaseChatModel }
  /** The call that asked for it. */
  readonly parentSpanId?: SpanId
}

/** Who conducts a review by now, and how it goes on. */
export interface ConductedReview {
  readonly agent: Agent
  readonly review: OpenReview
  /** Resolves once it is submitted, by whomever; rejects where it is cut off. */
  readonly work: () => Promise<void>
}

/** Lets the orchestrator enter; a review from before goes on from where it was. */
export async function openReview(toConduct: ReviewToConduct): Promise<ConductedReview> {
  const { run, own, parentSpanId } = toConduct
  const review = OpenReview.of(run, toConduct.review)
  run.reviewing.open.add(review)
  const agent = await run.agents.enter({
    namespace: reviewThread(review.reviewId),
    type: ORCHESTRATOR_TYPE,
    description: `Review of ${tellSubject(review.state.subject)}`,
    model: own.ref,
    ...(parentSpanId && { parentSpanId }),
  })
  return { agent, review, work: () => conduct(toConduct, review) }
}

async function conduct(toConduct: ReviewToConduct, review: OpenReview): Promise<void> {
  if (review.pieces.length === 0) return review.conclude(NOTHING_TO_READ)
  const { run, own } = toConduct
  const reviewers = await run.reviewing.reviewersOf(review.state)
  const delegates = await toDelegates(reviewers, { ...run, own })
  review.goWithout(delegates.unavailable)
  if (delegates.all.length === 0) return review.conclude(NOBODY_TO_ASK)
  await orchestrate(toConduct, review, delegates)
  run.signal.throwIfAborted()
  await review.conclude(run.limits.reason ?? UNSUBMITTED)
}

const NOTHING_TO_READ = 'All of the change was left out: nobody was asked.'
const NOBODY_TO_ASK = 'None of the reviewers could be asked.'
const UNSUBMITTED =
  'The agent that conducted the review ended without submitting one, also when it was asked to.'

async function orchestrate(
  { run, own }: ReviewToConduct,
  review: OpenReview,
  delegates: Delegates,
): Promise<void> {
  const models = new Map(delegates.all.map(({ type, ref }) => [type.name, ref]))
  const agents = run.agents.withModels(models)
  await prepareOwnTools()
  const thread = buildReview({ run: { ...run, delegates, agents }, review, model: own.model })
  const { isUnderWay, messages } = await thread.read()
  if (isUnderWay) await thread.invoke(null)
  else if (messages.length === 0) await thread.invoke([toAssignment(review)])
  else if (!review.state.submitted) await thread.invoke([toGoOn(review)])
}
