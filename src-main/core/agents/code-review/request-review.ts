import { isGraphBubbleUp } from '@langchain/langgraph'
import type { z } from 'zod'
import type { RequestedSubject } from '#shared/contract/procedures/code-reviews.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId } from '#shared/lib/ids.ts'
import type { CodeReview } from '#shared/projections/code-reviews.ts'
import type { requestReview as tool } from '../../tools/catalogue/code-review/request-review.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import { getRunningCall } from '../delegation/write-with-call-end.ts'
import type { RunPace } from '../limits/run-pace.ts'
import { explainError } from '../recording/explain-error.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import { reviewThread } from '../recording/thread-namespaces.ts'
import { openReview, type ReviewContext, type ReviewToConduct } from './conduct-review.ts'
import { tellReview } from './format-findings.ts'

/** Parts of a run that a requested review uses. */
type RequestContext = ReviewContext &
  Pick<RunIdentity, 'origin' | 'leadModel'> &
  Pick<RunPace, 'slots' | 'outside'>

type Asked = z.infer<typeof tool.schema>
type Call = ReturnType<typeof getRunningCall>

/** Has a change reviewed for the agent that calls, and answers with the review. One that was cut off goes on. */
export async function requestReview(run: RequestContext, asked: Asked): Promise<string> {
  const call = getRunningCall()
  const { slots, signal, agents, leadModel } = run
  slots.lend(call.agentId)
  try {
    const begun = findBegun(run, call)
    if (begun?.submitted) return tellReview(begun)
    const review = begun?.reviewId ?? (await begin(run, call, asked))
    const ref = agents.find(call.agentId)?.model ?? leadModel
    const own = { ref, model: await run.providers.create(ref) }
    return await run.outside(() => conduct({ run, review, own, parentSpanId: call.spanId }))
  } finally {
    await slots.takeBack(call.agentId, signal)
  }
}

async function conduct(toConduct: ReviewToConduct): Promise<string> {
  const { run } = toConduct
  const { agents, limits } = run
  const { agent, review, work } = await openReview(toConduct)
  try {
    await work()
    await run.store.flush()
    await agents.leave(agent, { outcome: limits.reason ? 'stopped' : 'ok' })
    return tellReview(review.state)
  } catch (error) {
    if (!run.signal.aborted && !isGraphBubbleUp(error)) {
      const said = explainError(error, run.providers)
      await review.conclude(`The review failed: ${said}`)
      await agents.leave(agent, { outcome: 'error', error: said })
    }
    throw error
  } finally {
    run.reviewing.open.delete(review)
  }
}

/** The review that this very call asked for, before it was cut off. */
function findBegun(
  { reviewing, journal }: Pick<ReviewContext, 'reviewing' | 'journal'>,
  call: Call,
): CodeReview | undefined {
  const mine = Object.values(reviewing.log.reviews).filter(
    ({ askedBy }) => askedBy === call.agentId,
  )
  return mine.find(({ callId }) => callId && journal.toolCallOf(callId) === call.toolCallId)
}

async function begin(run: RequestContext, call: Call, asked: Asked): Promise<ReviewId> {
  const { reviewers } = asked
  const subject = toSubject(asked)
  const askedReview = { subject, reviewers, askedBy: call.agentId }
  const data = await run.reviewing.prepare(askedReview, run.signal)
  const agentId = agentIdOf(run.origin, reviewThread(data.reviewId))
  await run.log.append({ kind: 'review.started', agentId, parentSpanId: call.spanId, data })
  return data.reviewId
}

function toSubject({ subject, base }: Asked): Exclude<RequestedSubject, { type: 'diff' }> {
  if (subject !== 'base') return { type: subject }
  if (base === undefined) throw new AppError('invalid-input', 'Name the branch as base.')
  return { type: 'base', ref: base }
}
