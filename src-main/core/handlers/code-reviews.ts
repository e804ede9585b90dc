import type { codeReviews } from '#shared/contract/procedures/code-reviews.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, ReviewId, SessionId } from '#shared/lib/ids.ts'
import type { SubmittedReview } from '#shared/projections/code-reviews.ts'
import { readReviewers } from '../agents/code-review/reviewers.ts'
import { acceptSuggestion } from '../code-review/accept-suggestion.ts'
import { findBase } from '../code-review/read-subject.ts'
import { Turns } from '../runtime/serial-queue.ts'
import { getProject, getSession } from '../sessions/session-rows.ts'
import type { Parts } from './parts.ts'
import { createSession, readyToRun } from './sessions.ts'
import { toLimits } from './settings.ts'

export function codeReviewHandlers(parts: Parts): Handlers<typeof codeReviews> {
  // What one settles, the next has seen.
  const turns = new Turns<SessionId>()
  return {
    'codeReviews.choices': async ({ projectId }) => {
      const { resourcesDir, homeDir, store } = parts
      const root = getProject(store, projectId).path
      const [{ reviewers, malformed }, base] = await Promise.all([
        readReviewers({ resourcesDir, homeDir, root }),
        findBase(root),
      ])
      return {
        ...(base !== undefined && { base }),
        reviewers: reviewers.map(({ name, description, source, path, problems }) => ({
          ...{ name, description, source, path, problems: [...problems] },
        })),
        wrong: malformed.map(({ path, error }) => ({ path, error })),
      }
    },
    'codeReviews.start': (asked) => start(parts, asked),
    'codeReviews.settle': ({ sessionId, ...data }) =>
      turns.take(sessionId, async () => {
        await checkComments(parts, sessionId, data)
        await parts.store.events.append(sessionId, [{ kind: 'review.settled', data }])
        return {}
      }),
    'codeReviews.accept': (asked) =>
      turns.take(asked.sessionId, async () => ({ seq: await acceptSuggestion(parts, asked) })),
  }
}

type Asked = Parameters<Handlers<typeof codeReviews>['codeReviews.start']>[0]
type Started = Awaited<ReturnType<Handlers<typeof codeReviews>['codeReviews.start']>>

function start(parts: Parts, asked: Asked): Promise<Started> {
  const { projectId, sessionId, subject, model, baseUrl } = asked
  getProject(parts.store, projectId)
  if (sessionId === undefined) {
    if (subject.type === 'session') {
      throw new AppError('invalid-input', 'Name the session whose changes are to be reviewed.')
    }
    return startInNewSession(parts, asked)
  }
  if (model !== undefined || baseUrl !== undefined) {
    const message = 'A session that is there already reviews with its own model. Name none.'
    throw new AppError('invalid-input', message)
  }
  checkProject(parts, sessionId, projectId)
  return startIn(parts, sessionId, asked)
}

/** A session that was made for a review which can't begin is not left behind. */
async function startInNewSession(parts: Parts, asked: Asked): Promise<Started> {
  const { projectId, model, baseUrl } = asked
  const sessionId = await createSession(parts, { projectId, model, baseUrl })
  try {
    return await startIn(parts, sessionId, asked)
  } catch (error) {
    await parts.bin.remove(sessionId)
    throw error
  }
}

async function startIn(
  parts: Parts,
  sessionId: SessionId,
  { subject, reviewers, limits: given }: Asked,
): Promise<Started> {
  await readyToRun(parts, sessionId)
  const limits = toLimits(parts, given)
  const runs = await parts.runs()
  return { sessionId, ...(await runs.review(sessionId, { subject, reviewers, limits })) }
}

function checkProject({ store }: Parts, sessionId: SessionId, projectId: ProjectId): void {
  if (getSession(store, sessionId).projectId === projectId) return
  throw new AppError('invalid-input', 'This session is about another project.')
}

interface Named {
  readonly reviewId: ReviewId
  readonly comments: readonly number[]
  readonly how: 'sent' | 'dismissed' | 'reopened'
}

/** Fails with `not-found` where a comment is not there, and with `conflict` where it was settled otherwise meanwhile. */
async function checkComments(
  parts: Parts,
  sessionId: SessionId,
  { reviewId, comments, how }: Named,
): Promise<void> {
  const submitted = await findSubmitted(parts, sessionId, reviewId)
  for (const index of comments) {
    const comment = submitted?.comments[index]
    if (!comment) {
      throw new AppError('not-found', 'There is no such comment. Open the review anew.')
    }
    const isOpen = comment.settled === undefined
    if (isOpen === (how !== 'reopened')) continue
    const message = isOpen
      ? 'This comment is open already.'
      : `This comment was ${comment.settled} already. Reopen it first.`
    throw new AppError('conflict', message)
  }
}

async function findSubmitted(
  { store, states }: Parts,
  sessionId: SessionId,
  reviewId: ReviewId,
): Promise<SubmittedReview | undefined> {
  getSession(store, sessionId)
  const { reviews } = (await states.load(sessionId)).states.codeReviews
  return Object.hasOwn(reviews, reviewId) ? reviews[reviewId]?.submitted : undefined
}
