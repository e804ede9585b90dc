import { useState } from 'react'
import { AppError } from '#shared/lib/app-error.ts'
import type { CodeReview, SubmittedComment } from '#shared/projections/code-reviews.ts'
import { useFindingCommands } from '../../session/code-review/use-finding-commands.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { formatNumber } from '../../ui/text/format.ts'
import styles from './finding.module.css'
import { toWorkspacePath, writeFindings } from './format-finding.ts'

interface FindingButtonsProps {
  readonly comment: SubmittedComment
  /** Its place among those submitted. */
  readonly index: number
  readonly doing: FindingDoing
}

/** What can be done with a finding; why the last was not done stands above. */
export function FindingButtons({ comment, index, doing }: FindingButtonsProps) {
  const { settled, suggestion } = comment
  const isOpen = settled === undefined
  return (
    <>
      <div className={styles.doing}>
        {isOpen && (
          <Button isSmall variant="quiet" onClick={() => void doing.send([index])}>
            Send to agent
          </Button>
        )}
        <Button isSmall variant="quiet" onClick={() => void doing.dismiss(index)}>
          {isOpen ? 'Dismiss' : 'Reopen'}
        </Button>
        {isOpen && suggestion !== undefined && (
          <Button isSmall onClick={() => void doing.accept(index)}>
            Accept suggestion
          </Button>
        )}
      </div>
      {doing.failure?.comment === index && (
        <p className={styles.error} role="alert">
          {doing.failure.message}
        </p>
      )}
    </>
  )
}

/** What a person does with the comments of a review, named by their places among those submitted. */
export interface FindingDoing {
  accept(comment: number): Promise<unknown>
  /** Or takes it back. */
  dismiss(comment: number): Promise<unknown>
  /** Whether it was. */
  send(comments: readonly number[]): Promise<boolean>
  /** Why the last was not done, as a sentence, and with which comment. */
  readonly failure: { readonly comment: number; readonly message: string } | undefined
}

/** Absent in the past, and out of the host's reach. */
export function useFindingDoing({ reviewId, submitted }: CodeReview): FindingDoing | undefined {
  const commands = useFindingCommands(reviewId)
  const { tell, tellUndoable, withdraw } = useToasts()
  const [failure, setFailure] = useState<FindingDoing['failure']>()
  if (!commands || !submitted) return undefined
  const attempt = async (comment: number, act: () => Promise<unknown>) => {
    setFailure(undefined)
    try {
      await act()
      return true
    } catch (error) {
      setFailure({ comment, message: AppError.toWire(error).message })
      return false
    }
  }
  return {
    failure,
    accept: (comment) => attempt(comment, () => commands.accept(comment)),
    dismiss: (comment) =>
      attempt(comment, async () => {
        const isOpen = submitted.comments[comment]?.settled === undefined
        await commands.settle([comment], isOpen ? 'dismissed' : 'reopened')
        const of = `${reviewId} ${comment}`
        if (!isOpen) return withdraw(of)
        tellUndoable('Dismissed a finding.', () => commands.settle([comment], 'reopened'), of)
      }),
    send: (comments) =>
      attempt(comments[0] ?? 0, async () => {
        const sent = comments.flatMap((index) => submitted.comments[index] ?? [])
        const files = [...new Set(sent.map(({ file }) => toWorkspacePath(file)))]
        const told = await commands.send(comments, { text: writeFindings(sent), files })
        tell({ text: told ?? `Sent ${formatNumber(sent.length, 'finding')} to the agent.` })
      }),
  }
}
