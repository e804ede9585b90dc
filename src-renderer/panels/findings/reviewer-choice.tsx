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
      {list.wrong.length > 0 && <NoReviewers wrong={list.wrong} />}
    </fieldset>
  )
}

/** Apart from the reviewers: of none of these is one asked. */
function NoReviewers({ wrong }: Pick<ReviewChoices, 'wrong'>) {
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
