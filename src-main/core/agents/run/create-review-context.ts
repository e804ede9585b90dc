import { tellSubject } from '#shared/code-review/format-review.ts'
import { isOfNothing } from '#shared/code-review/review-result.ts'
import type { ReviewSubject } from '#shared/events/code-review.ts'
import type { EventFor } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId } from '#shared/lib/ids.ts'
import type { Price } from '#shared/pricing/pricing.ts'
import type { CodeReview, CodeReviewsState } from '#shared/projections/code-reviews.ts'
import { prepareReview } from '../../code-review/prepare-review.ts'
import { readSessionChanges } from '../../code-review/session-changes.ts'
import type { Reviewing, ReviewRequest } from '../code-review/define.ts'
import { type Reviewer, readReviewers } from '../code-review/reviewers.ts'
import type { RunPlan } from './run-plan.ts'
import type { RunsOptions } from './runs-options.ts'

export function createReviewing(plan: RunPlan, options: RunsOptions): Reviewing {
  const log = plan.view.codeReviews
  return {
    log,
    open: new Set(),
    prepare: (asked, signal) => prepare(plan, options, { ...asked, signal }),
    reviewersOf: async ({ reviewers: names }) => {
      const all = await readAll(plan, options)
      return all.filter(({ name }) => names.includes(name))
    },
  }
}

async function readAll({ workspace }: RunPlan, options: RunsOptions): Promise<readonly Reviewer[]> {
  const { reviewers } = await readReviewers({ ...options, root: workspace.root })
  return reviewers
}

async function prepare(
  plan: RunPlan,
  options: RunsOptions,
  asked: ReviewRequest & { readonly signal: AbortSignal | undefined },
): Promise<EventFor<'review.started'>['data']> {
  const { sessionId, workspace, view } = plan
  const reviewers = choose(await readAll(plan, options), asked.reviewers)
  const { secrets } = options.providers
  const price = await options.providers.priceOf(plan.model)
  const { diff, files, leftOut, ...prepared } = await prepareReview({
    subject: asked.subject,
    root: workspace.root,
    changes: async () => {
      const { states } = await options.states.load(sessionId)
      return readSessionChanges(states.files, (hash) => workspace.content(hash))
    },
    maxTokens: mostTokens(plan.limits.costUsd, price, reviewers.length),
    redact: (text) => secrets.redact(text),
    ...(asked.signal && { signal: asked.signal }),
  })
  const { blobs } = options.store
  const follows = findEarlier(view.codeReviews, prepared.subject)
  return {
    reviewId: options.ids.review(),
    ...prepared,
    files: [...files],
    leftOut: [...leftOut],
    diff: blobs.storeText(sessionId, diff),
    reviewers: reviewers.map(({ name }) => name),
    ...(follows && { follows }),
    ...(asked.askedBy && { askedBy: asked.askedBy }),
    ...(asked.limits && { limits: asked.limits }),
  }
}

function choose(
  all: readonly Reviewer[],
  names: readonly string[] | undefined,
): readonly Reviewer[] {
  const known = all.map(({ name }) => name)
  const unknown = names?.find((name) => !known.includes(name))
  if (unknown !== undefined) {
    const message = `There is no reviewer “${unknown}”. There are ${known.join(', ')}.`
    throw new AppError('invalid-input', message)
  }
  return names ? all.filter(({ name }) => names.includes(name)) : all
}

const MOST_TOKENS = 200_000
/** How often a reviewer's model is asked with what it has read, about. */
const TIMES_SENT = 4
/** Of a budget, what may go into reading the diff; the rest is for looking around and answering. */
const FOR_READING = 0.6

/** How much of a diff is read with a budget, in tokens. */
function mostTokens(
  costUsd: number | undefined,
  price: Price | undefined,
  reviewers: number,
): number {
  if (costUsd === undefined || !price || price.inputUsd === 0) return MOST_TOKENS
  const readUsd = (price.inputUsd / 1_000_000) * TIMES_SENT * reviewers
  return Math.min(MOST_TOKENS, Math.floor((costUsd * FOR_READING) / readUsd))
}

/** The last one about the same in which somebody said something. */
function findEarlier({ reviews }: CodeReviewsState, subject: ReviewSubject): ReviewId | undefined {
  const same = (one: CodeReview) =>
    one.submitted && !isOfNothing(one) && isSameSubject(one.subject, subject)
  return Object.values(reviews).findLast(same)?.reviewId
}

/** Whether two reviews are about the same, whatever has become of it. */
function isSameSubject(a: ReviewSubject, b: ReviewSubject): boolean {
  return a.type === b.type && tellSubject(a) === tellSubject(b)
}
