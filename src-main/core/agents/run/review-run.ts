import { tellSubject } from '#shared/code-review/format-review.ts'
import type { Draft } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId, RunId } from '#shared/lib/ids.ts'
import { openReview } from '../code-review/conduct-review.ts'
import type { ReviewRequest } from '../code-review/define.ts'
import { readRunSources } from '../prompts/prompt-sources.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { SessionView } from '../recording/session-view.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import { reviewThread } from '../recording/thread-namespaces.ts'
import type { Conductor } from './conductor.ts'
import { createReviewing } from './create-review-context.ts'
import type { RunContext } from './run-context.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

/** A review that a person asks for, and what is written where it begins. */
interface BegunReview {
  readonly reviewId: ReviewId
  readonly drafts: readonly Draft[]
}

const WAITS =
  'This session has something to go on with. Decide what it asks, resume it or send it a message; then have it reviewed.'

/**
 * Prepares a review as a run of its own. Fails with `conflict` where the session waits for something,
 * and with `invalid-input` where there is nothing to review.
 */
export async function beginReview(
  plan: RunPlan,
  options: RunsOptions,
  asked: ReviewRequest,
): Promise<BegunReview> {
  const { view } = plan
  if (view.approvals.open.length > 0 || view.status.isPaused) throw new AppError('conflict', WAITS)
  const data = await createReviewing(plan, options).prepare(asked)
  const { reviewId, subject } = data
  const title = `Review of ${tellSubject(subject)}`
  const agentId = agentIdOf(view.origin, reviewThread(reviewId))
  return {
    reviewId,
    drafts: [
      ...(view.status.title === undefined
        ? [{ kind: 'session.renamed', data: { title, by: 'host' } } as const]
        : []),
      { kind: 'review.started', agentId, data },
    ],
  }
}

/** The review that a run conducted, where it is not submitted. */
export function findUnfinished({ codeReviews }: SessionView, runId: RunId): ReviewId | undefined {
  return Object.values(codeReviews.reviews).find(
    ({ submitted, callId, runIds }) => !submitted && !callId && runIds.includes(runId),
  )?.reviewId
}

interface ReviewConductorOptions {
  readonly plan: RunPlan
  readonly options: RunsOptions
  readonly run: RunContext
  readonly review: ReviewId
}

/** Does the work of a run that is a review which a person asked for. */
export class ReviewConductor implements Conductor {
  readonly #options: ReviewConductorOptions
  #agent: Agent | undefined
  #isClosed = false

  constructor(options: ReviewConductorOptions) {
    this.#options = options
  }

  get agent(): Agent | undefined {
    return this.#agent
  }

  /** Nobody is heard meanwhile. */
  async hear(): Promise<boolean> {
    if (this.#isClosed) return false
    const message = 'A review is under way. Wait until it is submitted, or stop it.'
    throw new AppError('conflict', message)
  }

  compact(): never {
    throw new AppError(
      'conflict',
      'A code review is in progress. It has no conversation to compact.',
    )
  }

  close(): void {
    this.#isClosed = true
  }

  async work(): Promise<void> {
    const { plan, options, run: parts } = this.#options
    using _working = parts.parking.work()
    const [model, sources] = await Promise.all([
      options.providers.create(plan.model),
      readRunSources(plan, options),
    ])
    const run = { ...parts, sources }
    const { agent, work } = await openReview({
      run,
      review: this.#options.review,
      own: { ref: plan.model, model },
    })
    this.#agent = agent
    run.signal.throwIfAborted()
    run.snapshot.begin()
    await work()
    await options.store.flush()
  }
}
