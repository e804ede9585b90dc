import type { ReviewChoices } from '../../client/review-documents.ts'
import { Chip } from '../../ui/chip.tsx'
import styles from './review-dialog.module.css'

const sources = { 'built-in': undefined, home: 'yours', project: 'the project’s' } as const

export interface ReviewerChoiceProps {
  readonly list: Pick<ReviewChoices, 'reviewers' | 'wrong'>
  /** Those that are not asked. */
  readonly left: ReadonlySet<string>
  readonly onChange: (left: ReadonlySet<string>) => void
}

/** Who is asked, and which files could not be taken for a reviewer. */
export function ReviewerChoice({ list, left, onChange }: ReviewerChoiceProps) {
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
      {list.wrong.map(({ path, error }) => (
        <p key={path} className={styles.wrong}>
          <code title={path}>{path.split('/').slice(-3).join('/')}</code> is no reviewer: {error}
        </p>
      ))}
    </fieldset>
  )
}
