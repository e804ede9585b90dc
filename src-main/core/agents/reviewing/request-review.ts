import type { z } from 'zod'
import type { AskedSubject } from '#shared/contract/code-reviews.ts'
import { AppError } from '#shared/error.ts'
import type { ReviewId } from '#shared/ids.ts'
import type { requestReview as tool } from '../../tools/request-review.ts'
import { getRunningCall } from '../delegation/calling.ts'
import type { RunContext } from '../run-context.ts'
import { agentIdOf } from '../span-ids.ts'
import { reviewThread } from '../thread-places.ts'
import { openReview } from './conduct-review.ts'
import { isSameSubject } from './reviewing.ts'
import { tellReview } from './tell-findings.ts'

type Asked = z.infer<typeof tool.schema>
type Call = ReturnType<typeof getRunningCall>

/** Has a change reviewed for the agent that calls, and answers with the review. One that was cut off goes on. */
export async function requestReview(run: RunContext, asked: Asked): Promise<string> {
  const call = getRunningCall()
  const { slots, signal, agents, leadModel } = run
  slots.lend(call.agentId)
  try {
    const reviewId = findCutOff(run, call, asked) ?? (await begin(run, call, asked))
    const ref = agents.find(call.agentId)?.model ?? leadModel
    const own = { ref, model: await run.providers.create(ref) }
    const toConduct = { run, review: reviewId, own, parentSpanId: call.spanId }
    return await run.outside(() => conduct(toConduct))
  } finally {
    await slots.takeBack(call.agentId, signal)
  }
}

async function conduct(toConduct: Parameters<typeof openReview>[0]): Promise<string> {
  const { run } = toConduct
  const { agent, review, work } = await openReview(toConduct)
  await work()
  await run.store.flush()
  const outcome = run.limits.reason ? 'stopped' : 'ok'
  await run.agents.leave(agent, { outcome })
  return tellReview(review.state)
}

/** What this agent asked for before, and nobody has submitted. */
function findCutOff(run: RunContext, { agentId }: Call, asked: Asked): ReviewId | undefined {
  const conducted = new Set([...run.reviewing.open].map(({ reviewId }) => reviewId))
  const { reviews } = run.reviewing.log
  const mine = Object.values(reviews).filter(
    ({ askedBy, submitted, subject }) =>
      askedBy === agentId && !submitted && isSameSubject(subject, toSubject(asked)),
  )
  return mine.findLast(({ reviewId }) => !conducted.has(reviewId))?.reviewId
}

async function begin(run: RunContext, call: Call, asked: Asked): Promise<ReviewId> {
  const { reviewers } = asked
  const subject = toSubject(asked)
  const data = await run.reviewing.prepare({ subject, reviewers, askedBy: call.agentId })
  const agentId = agentIdOf(run.origin, reviewThread(data.reviewId))
  await run.log.append({ kind: 'review.started', agentId, parentSpanId: call.spanId, data })
  return data.reviewId
}

function toSubject({ subject, base }: Asked): Exclude<AskedSubject, { type: 'diff' }> {
  if (subject !== 'base') return { type: subject }
  if (base === undefined) throw new AppError('invalid-input', 'Name the branch as base.')
  return { type: 'base', ref: base }
}
