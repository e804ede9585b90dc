import { AppError } from '#shared/lib/app-error.ts'
import type { ReviewId, SessionId } from '#shared/lib/ids.ts'
import type { SubmittedComment } from '#shared/projections/code-reviews.ts'
import type { OpenWorkspaces } from '../sessions/open-workspaces.ts'
import { checkFolder, getSession } from '../sessions/session-rows.ts'
import type { LiveStates } from '../store/events/live-states.ts'
import type { Store } from '../store/store.ts'
import { replaceLines } from './replace-lines.ts'

interface AcceptingParts {
  readonly store: Store
  readonly states: LiveStates
  readonly workspaces: Pick<OpenWorkspaces, 'get'>
}

interface Accepting {
  readonly sessionId: SessionId
  readonly reviewId: ReviewId
  /** From 0, as they were submitted. */
  readonly comment: number
}

/**
 * Puts what a comment suggests in the place of its lines, as a person's edit, and answers the seq of the
 * event that says so of the comment; where it stands there already, nothing is edited. Fails with `conflict`
 * where the lines are not what they were.
 */
export async function acceptSuggestion(parts: AcceptingParts, asked: Accepting): Promise<number> {
  const { sessionId, reviewId, comment: index } = asked
  await checkFolder(getSession(parts.store, sessionId))
  const comment = await getComment(parts, asked)
  const { suggestion } = comment
  if (suggestion === undefined) {
    throw new AppError('invalid-input', 'This comment suggests nothing to be put in.')
  }
  const workspace = await parts.workspaces.get(sessionId)
  const path = `/workspace/${comment.file}`
  if (!(await workspace.stat(path))) throw new AppError('conflict', `${comment.file} is gone.`)
  await workspace.edit(
    path,
    (text) => {
      const changed = replaceLines(text, { ...comment, suggestion })
      if (changed === undefined) throw otherLines(comment)
      return changed
    },
    { type: 'person' },
  )
  const data = { reviewId, comments: [index], how: 'accepted' as const }
  const [event] = await parts.store.events.append(sessionId, [{ kind: 'review.settled', data }])
  return event?.seq ?? 0
}

async function getComment(
  { states }: AcceptingParts,
  { sessionId, reviewId, comment }: Accepting,
): Promise<SubmittedComment> {
  const { reviews } = (await states.load(sessionId)).states.codeReviews
  const review = Object.hasOwn(reviews, reviewId) ? reviews[reviewId] : undefined
  const found = review?.submitted?.comments[comment]
  if (!found) throw new AppError('not-found', 'There is no such comment. Open the review anew.')
  if (found.settled === 'accepted') {
    throw new AppError('conflict', 'This suggestion was accepted already.')
  }
  if (found.settled !== undefined) {
    throw new AppError('conflict', `This comment was ${found.settled} already. Reopen it first.`)
  }
  return found
}

function otherLines({ file, line }: SubmittedComment): AppError {
  const message = `${file} no longer has the lines that this suggestion is for, around line ${line}. Look at it, or have it reviewed again.`
  return new AppError('conflict', message)
}
