import type { SubmittedComment } from '#shared/projections/code-reviews.ts'
import { Button } from '../ui/button.tsx'
import styles from './finding.module.css'
import type { FindingDoing } from './use-finding-doing.ts'

export interface FindingButtonsProps {
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
