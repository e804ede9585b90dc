import { useId } from 'react'
import styles from './review-dialog.module.css'
import type { ReviewDraft } from './review-draft.ts'

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

export interface SubjectChoiceProps {
  readonly draft: ReviewDraft
  /** The branch that others begin from. */
  readonly base: string | undefined
  readonly hasSession: boolean
  readonly onChange: (part: Partial<ReviewDraft>) => void
}

/** What is to be reviewed, and where. */
export function SubjectChoice({ draft, base = '', hasSession, onChange }: SubjectChoiceProps) {
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
