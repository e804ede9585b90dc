import { X } from 'lucide-react'
import type { MouseEvent } from 'react'
import type { OpenComment, ReviewState } from '#shared/projections/review.ts'
import { addComments, tellPlace } from '#shared/review/comment-words.ts'
import shared from '../../cards/review.module.css'
import { usePromptDraft, useSelection, useSessionView } from '../../client/session-context.tsx'
import { useToasts } from '../../client/toasts.ts'
import { useCommand } from '../../client/use-command.ts'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { Button } from '../../ui/button.tsx'
import { classNames } from '../../ui/class-names.ts'
import { formatPath } from '../../ui/format.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import { Prose } from '../../ui/invisible-text.tsx'
import styles from './comments.module.css'
import { useReviewCommands } from './use-review-commands.ts'

/** Everything that was said about files and neither sent nor taken back, in order. */
const selectComments = (state: ReviewState) => Object.values(state.comments)

const selectGone = ({ comments, files }: ReviewState) =>
  Object.values(comments).flatMap(({ path }) => (files[path]?.now === null ? [path] : []))

/** What was said about changes, to be put into the prompt and sent from there. */
export function CommentList() {
  const view = useSessionView()
  const comments = useProjection(view, 'review', selectComments, sameItems)
  const gone = useProjection(view, 'review', selectGone, sameItems)
  const commands = useReviewCommands()
  const { text, write } = usePromptDraft()
  if (comments.length === 0) return null
  const send = ({ currentTarget }: MouseEvent<HTMLElement>) => {
    write(addComments(text, comments, new Set(gone)))
    const column = currentTarget.closest('[data-column]')
    column?.querySelector<HTMLElement>('[data-focus="prompt"]')?.focus()
  }
  return (
    <section className={styles.comments} aria-label="Comments">
      <header className={styles.commentsHead}>
        <h3>Comments</h3>
        {commands && (
          <Button isSmall variant="primary" onClick={send}>
            Put into the prompt
          </Button>
        )}
      </header>
      <ul>
        {comments.map((comment) => (
          <CommentItem key={comment.commentId} comment={comment} />
        ))}
      </ul>
    </section>
  )
}

function CommentItem({ comment }: { readonly comment: OpenComment }) {
  const { select } = useSelection()
  const remove = useRemoving(comment)
  const place = tellPlace({ ...comment, path: formatPath(comment.path) })
  return (
    <li className={styles.comment}>
      <button
        type="button"
        className={classNames(shared.place, styles.commentPlace)}
        title="Open in the editor"
        onClick={() => select({ path: comment.path, line: comment.line })}
      >
        {place}
      </button>
      <Prose>
        <p dir="auto">{comment.text}</p>
      </Prose>
      {remove && (
        <IconButton label="Remove the comment" isSmall onClick={() => void remove()}>
          <X aria-hidden="true" />
        </IconButton>
      )}
    </li>
  )
}

/** Absent in the past, and out of the host's reach. */
function useRemoving({ commentId, at: _, ...said }: OpenComment) {
  const commands = useReviewCommands()
  const { tellUndoable } = useToasts()
  return useCommand(
    commands &&
      (async () => {
        await commands.resolveComments({ commentIds: [commentId], how: 'removed' })
        tellUndoable('Removed a comment.', () => commands.comment(said))
      }),
  ).run
}
