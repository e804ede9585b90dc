import { type FormEvent, useId, useState } from 'react'
import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import { useHost } from '../../client/host-context.tsx'
import type { ReviewAbout } from '../../client/navigation.tsx'
import { useReviewChoices } from '../../client/review-documents.ts'
import { useCommand } from '../../client/use-command.ts'
import { AmountInput } from '../../ui/amount-input.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Failure, Loading } from '../../ui/notice.tsx'
import styles from './review-dialog.module.css'
import { beginDraft, type ReviewDraft, toStart } from './review-draft.ts'
import { ReviewModel } from './review-model.tsx'
import { ReviewerChoice } from './reviewer-choice.tsx'
import { SubjectChoice } from './subject-choice.tsx'
import { type ReviewModelState, useReviewModel } from './use-review-model.ts'

export interface ReviewDialogProps {
  readonly about: ReviewAbout
  /** It has begun. */
  readonly onStarted: (started: z.output<HostContract['reviews.start']['output']>) => void
  readonly onClose: () => void
}

/** What is to be reviewed, by whom, with which model and for how much. */
export function ReviewDialog({ about, onStarted, onClose }: ReviewDialogProps) {
  const client = useHost()
  const formId = useId()
  const { data, error } = useReviewChoices(about.projectId)
  const [draft, setDraft] = useState(() => beginDraft(about))
  const [wrong, setWrong] = useState<string>()
  const model = useReviewModel(about, draft)
  const begin = useCommand(async (input: Parameters<(typeof client)['reviews.start']>[0]) => {
    const { sessionId } = input
    if (sessionId && model.asked) {
      await client['sessions.configure']({ sessionId, model: model.asked })
    }
    onStarted(await client['reviews.start'](input))
  })
  const change = (part: Partial<ReviewDraft>) => {
    setWrong(undefined)
    setDraft({ ...draft, ...part })
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!data || begin.isRunning) return
    const asked = toStart({ ...draft, model: model.asked }, about, data)
    if ('wrong' in asked) setWrong(asked.wrong)
    else void begin.run?.(asked.start)
  }
  return (
    <Dialog
      title="Review changes"
      description="Reviewers read the change and look around it. They can’t change anything."
      isOpen
      isWide
      onClose={onClose}
      failure={(wrong ?? begin.error) && <Failure>{wrong ?? begin.error}</Failure>}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!data || begin.isRunning}>
            {begin.isRunning ? 'Reading the change…' : 'Review'}
          </Button>
        </>
      }
    >
      <form id={formId} className={styles.form} onSubmit={submit}>
        <SubjectChoice
          draft={draft}
          base={data?.base}
          hasSession={about.sessionId !== undefined}
          onChange={change}
        />
        {error && <Failure>The reviewers could not be listed. {error.message}</Failure>}
        {!data && !error && <Loading label="Loading the reviewers" rows={3} />}
        {data && (
          <ReviewerChoice list={data} left={draft.left} onChange={(left) => change({ left })} />
        )}
        <Means model={model} draft={draft} onChange={change} />
      </form>
    </Dialog>
  )
}

interface MeansProps {
  readonly model: ReviewModelState
  readonly draft: ReviewDraft
  readonly onChange: (part: Partial<ReviewDraft>) => void
}

/** With which model, and for how much at most. */
function Means({ model, draft, onChange }: MeansProps) {
  const id = useId()
  return (
    <div className={styles.means}>
      <ReviewModel
        isSessions={model.isSessions}
        name={model.name}
        onChoose={(chosen) => onChange({ model: chosen })}
      />
      <div className={styles.mean}>
        <label htmlFor={id}>Budget</label>
        <AmountInput
          id={id}
          unit="$"
          className={styles.budget}
          placeholder="none"
          value={draft.budget}
          onChange={({ target }) => onChange({ budget: target.value })}
        />
      </div>
    </div>
  )
}
