import { AppError } from '#shared/error.ts'
import type { ReviewId } from '#shared/ids.ts'
import type { Agent } from '../agent-directory.ts'
import type { Conductor } from '../conductor.ts'
import { readRunSources } from '../prompts/prompt-sources.ts'
import type { RunContext } from '../run-context.ts'
import type { RunPlan } from '../run-plan.ts'
import type { RunsOptions } from '../runs-options.ts'
import { openReview } from './conduct-review.ts'

export interface ReviewConductorOptions {
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
