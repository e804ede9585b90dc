import { ChevronDown } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import { ModelName, splitModelName } from '#shared/settings/settings.ts'
import { useHost } from '../../connection/host-context.tsx'
import type { ReviewAbout } from '../../navigation/navigation.tsx'
import { type CallOutput, useHostQuery } from '../../queries/host-query.ts'
import { preselectModel, useModelLabel } from '../../queries/models.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Chip } from '../../ui/buttons/chip.tsx'
import { AmountInput } from '../../ui/forms/amount-input.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { Menu, MenuChoices } from '../../ui/overlays/menu.tsx'
import styles from './review-dialog.module.css'
import { beginDraft, isHere, type ReviewDraft, toStart } from './review-draft.ts'

interface ReviewDialogProps {
  readonly about: ReviewAbout
  /** It has begun. */
  readonly onStarted: (started: z.output<HostContract['codeReviews.start']['output']>) => void
  readonly onClose: () => void
}

/** What is to be reviewed, by whom, with which model and for how much. */
export function ReviewDialog({ about, onStarted, onClose }: ReviewDialogProps) {
  const client = useHost()
  const formId = useId()
  const { data, error } = useHostQuery('codeReviews.choices', { projectId: about.projectId })
  const [draft, setDraft] = useState(() => beginDraft(about))
  const [wrong, setWrong] = useState<string>()
  const model = useReviewModel(about, draft)
  const begin = useCommand(async (input: Parameters<(typeof client)['codeReviews.start']>[0]) => {
    const { sessionId } = input
    if (sessionId && model.asked) {
      await client['sessions.configure']({ sessionId, model: model.asked })
    }
    onStarted(await client['codeReviews.start'](input))
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
      title="Start code review"
      description="Reviewer agents read your changes and nearby code. They never edit."
      isOpen
      isWide
      onClose={onClose}
      failure={(wrong ?? begin.error) && <Failure>{wrong ?? begin.error}</Failure>}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" form={formId} disabled={!data || begin.isRunning}>
            {begin.isRunning ? 'Reading the changes…' : 'Start code review'}
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

interface ReviewModelProps extends Pick<ReviewModelState, 'isSessions' | 'name'> {
  readonly onChoose: (model: ModelName) => void
}

/** The model that reviews. */
function ReviewModel({ isSessions, name, onChoose }: ReviewModelProps) {
  const { data: providers = [] } = useHostQuery('models.list', {})
  const label = useModelLabel(name === undefined ? undefined : splitModelName(name))
  if (isSessions) return <div className={styles.mean}>With the session’s model</div>
  const shown = label ?? 'choose a model'
  const trigger = (
    <button type="button" className={styles.model} aria-label={`Model: ${shown}`}>
      <span>{shown}</span>
      <ChevronDown aria-hidden="true" />
    </button>
  )
  return (
    <div className={styles.mean}>
      <span aria-hidden="true">Model</span>
      <Menu trigger={trigger}>
        {providers
          .filter(({ isReady }) => isReady)
          .map(({ id, label: provider, models }) => (
            <MenuChoices
              key={id}
              label={provider}
              value={name}
              choices={models.map((one) => ({ value: one.name, label: one.label }))}
              onChoose={(value) => onChoose(ModelName.parse(value))}
            />
          ))}
      </Menu>
    </div>
  )
}

const sources = { 'built-in': undefined, home: 'yours', project: 'the project’s' } as const

interface ReviewerChoiceProps {
  readonly list: Pick<CallOutput<'codeReviews.choices'>, 'reviewers' | 'wrong'>
  /** Those that are not asked. */
  readonly left: ReadonlySet<string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

/** Who is asked, and which files could not be taken for a reviewer. */
function ReviewerChoice({ list, left, onChange }: ReviewerChoiceProps) {
  const toggle = (name: string) => {
    const next = new Set(left)
    if (!next.delete(name)) next.add(name)
    onChange(next)
  }
  return (
    <fieldset className={styles.group}>
      <legend>Reviewers</legend>
      {list.reviewers.map(({ name, description, source, path, problems }) => (
        <div key={name}>
          <label className={styles.reviewer} title={source === 'built-in' ? undefined : path}>
            <input type="checkbox" checked={!left.has(name)} onChange={() => toggle(name)} />
            <span>{name}</span>
            <small>{description}</small>
            {sources[source] && <Chip tone="filled">{sources[source]}</Chip>}
          </label>
          {problems.map((problem) => (
            <p key={problem} className={styles.wrong}>
              {problem}
            </p>
          ))}
        </div>
      ))}
      {list.wrong.length > 0 && <NoReviewers wrong={list.wrong} />}
    </fieldset>
  )
}

/** Apart from the reviewers: of none of these is one asked. */
function NoReviewers({ wrong }: Pick<CallOutput<'codeReviews.choices'>, 'wrong'>) {
  return (
    <section className={styles.noReviewers} aria-label="Files that are no reviewer">
      <h3>{wrong.length === 1 ? 'This file is no reviewer' : 'These files are no reviewers'}</h3>
      <dl>
        {wrong.map(({ path, error }) => (
          <div key={path}>
            <dt title={path}>{path.split('/').slice(-3).join('/')}</dt>
            <dd>{error}</dd>
          </div>
        ))}
      </dl>
    </section>
  )
}

/** With what a review would be made. */
interface ReviewModelState {
  /** The session it is made in has a model of its own. */
  readonly isSessions: boolean
  /** What is chosen, else what a session would begin with; absent where a person has to choose. */
  readonly name: ModelName | undefined
  /** What the host has to be told: without a word it takes no model that follows a script. */
  readonly asked: ModelName | undefined
}

function useReviewModel(about: ReviewAbout, draft: ReviewDraft): ReviewModelState {
  const { data: providers = [] } = useHostQuery('models.list', {})
  const preferred = useHostQuery('settings.read', {}).data?.model
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  const own = sessions.find(({ id }) => id === about.sessionId)?.model
  const name = draft.model ?? preferred ?? preselectModel(providers)
  const scripted = providers.find(({ isScripted }) => isScripted)
  const isScripted = scripted?.models.some((one) => one.name === name) === true
  if (isHere(draft, about) && own) return { isSessions: true, name: undefined, asked: undefined }
  return { isSessions: false, name, asked: draft.model ?? (isScripted ? name : undefined) }
}

const subjects: readonly {
  readonly type: ReviewDraft['type']
  readonly label: string
  readonly hint: string
}[] = [
  { type: 'session', label: 'This session’s changes', hint: 'what its agents and you changed' },
  { type: 'uncommitted', label: 'Uncommitted work', hint: 'against the last commit' },
  { type: 'staged', label: 'What is staged', hint: 'what the next commit would hold' },
  { type: 'base', label: 'Against a branch', hint: 'all since it was left' },
]

interface SubjectChoiceProps {
  readonly draft: ReviewDraft
  /** The branch that others begin from. */
  readonly base: string | undefined
  readonly hasSession: boolean
  readonly onChange: (part: Partial<ReviewDraft>) => void
}

/** What is to be reviewed, and where. */
function SubjectChoice({ draft, base = '', hasSession, onChange }: SubjectChoiceProps) {
  const name = useId()
  const shown = subjects.filter(({ type }) => hasSession || type !== 'session')
  return (
    <fieldset className={styles.group}>
      <legend>What</legend>
      {shown.map(({ type, label, hint }) => (
        <label key={type} className={styles.choice}>
          <input
            type="radio"
            name={name}
            checked={draft.type === type}
            onChange={() => onChange({ type })}
          />
          <span>{label}</span>
          <small>{hint}</small>
        </label>
      ))}
      {draft.type === 'base' && (
        <input
          className={styles.ref}
          aria-label="Branch or commit"
          value={draft.ref ?? base}
          spellCheck={false}
          autoComplete="off"
          onChange={({ target }) => onChange({ ref: target.value })}
        />
      )}
      {hasSession && draft.type !== 'session' && (
        <label className={styles.choice}>
          <input
            type="checkbox"
            checked={draft.isOwn}
            onChange={({ target }) => onChange({ isOwn: target.checked })}
          />
          <span>In a session of its own</span>
          <small>this one goes on meanwhile</small>
        </label>
      )}
    </fieldset>
  )
}
