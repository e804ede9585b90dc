import type { AcceptedFile } from '#shared/contract/review.ts'
import { formatNumber, formatPath } from '../../ui/format.ts'
import styles from './commit.module.css'

const words = { added: 'new', changed: 'changed', removed: 'deleted' } as const

export interface CommitFileProps {
  readonly file: AcceptedFile
  /** How many lines that a person wrote would be committed with it. */
  readonly ownLines: number
  readonly isChosen: boolean
  readonly onToggle: () => void
}

/** A file that can be committed, or why not. */
export function CommitFile({ file, ownLines, isChosen, onToggle }: CommitFileProps) {
  const { path, change, obstacle, filter } = file
  const own = ownLines > 0 ? ` · ${formatNumber(ownLines, 'line')} yours` : ''
  return (
    <li>
      <label className={styles.file}>
        <input
          type="checkbox"
          checked={isChosen}
          disabled={obstacle !== undefined}
          onChange={onToggle}
        />
        <span className={styles.path} title={formatPath(path)}>
          {formatPath(path)}
        </span>
        <span className={styles.words}>
          {words[change]}
          {own}
        </span>
      </label>
      {filter && <p className={styles.filter}>Git runs its filter “{filter}” on it.</p>}
      {obstacle && <p className={styles.obstacle}>{obstacle}</p>}
    </li>
  )
}
