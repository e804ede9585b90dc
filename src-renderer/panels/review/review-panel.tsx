import { useState } from 'react'
import { NewReview } from '../../cards/new-review.tsx'
import { type FileReview, listRuns } from '../../client/file-review.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useIsLive, useSelection } from '../../client/session-context.tsx'
import { useReviews } from '../../client/use-reviews.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { TitleBar } from '../../ui/panel-bar.tsx'
import { CommentList } from './comment-list.tsx'
import { CommitButton } from './commit-button.tsx'
import { FileList } from './file-list.tsx'
import { HunkList } from './hunk-list.tsx'
import styles from './review.module.css'
import { ReviewBar } from './review-bar.tsx'
import { listRows } from './rows.ts'
import { useCurrent } from './use-current.ts'
import { useDeciding } from './use-deciding.ts'

/** What others than a person changed and nobody has accepted, hunk by hunk, at the playhead. */
export function ReviewPanel() {
  const { reviews, isEmpty, failure } = useReviews()
  if (isEmpty) return <NothingWaits />
  if (reviews.length > 0) return <Waiting reviews={reviews} unread={failure} />
  return (
    <div className={styles.panel}>
      <TitleBar>Review</TitleBar>
      {failure === undefined ? (
        <Loading label="Loading what waits for review" rows={6} />
      ) : (
        <Failure>{failure}</Failure>
      )}
    </div>
  )
}

function NothingWaits() {
  const isRecording = useIsRecording()
  const isLive = useIsLive() && !isRecording
  return (
    <div className={styles.panel}>
      <TitleBar>Review</TitleBar>
      <div className={styles.nothing}>
        <Empty
          action={
            <>
              <CommitButton />
              <NewReview />
            </>
          }
        >
          {isLive
            ? 'Nothing waits for review. What agents change in the project stands here, to be accepted or reverted piece by piece.'
            : 'Nothing waited for review at this moment.'}
        </Empty>
      </div>
      <CommentList />
    </div>
  )
}

interface WaitingProps {
  readonly reviews: readonly FileReview[]
  /** Why others cannot be shown. */
  readonly unread: string | undefined
}

function Waiting({ reviews, unread }: WaitingProps) {
  const [chosenRun, chooseRun] = useState<number>()
  const runs = listRuns(reviews)
  const run = chosenRun !== undefined && runs.has(chosenRun) ? chosenRun : undefined
  const rows = listRows(reviews, run)
  const current = useCurrent(rows)
  const { deciding, failure } = useDeciding()
  const path = current.stops[current.place]?.path
  const { reviewed } = useSelection()
  const [led, setLed] = useState<typeof reviewed>()
  const goTo = (wanted: string) =>
    current.choose(current.stops.findIndex((stop) => stop.path === wanted))
  if (reviewed !== led) {
    setLed(reviewed)
    if (reviewed) goTo(reviewed.path)
  }
  return (
    <div className={styles.panel}>
      <ReviewBar rows={rows} runs={runs} run={run} onChooseRun={chooseRun} deciding={deciding} />
      {(failure ?? unread) && (
        <p className={styles.failure} role="alert">
          {failure ?? unread}
        </p>
      )}
      <div className={styles.split}>
        <FileList rows={rows} path={path} onChoose={goTo} />
        <HunkList rows={rows} current={current} deciding={deciding} />
      </div>
      <CommentList />
    </div>
  )
}
