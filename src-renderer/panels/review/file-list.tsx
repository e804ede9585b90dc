import { FileText, TriangleAlert } from 'lucide-react'
import { countLines } from '#shared/review/hunks.ts'
import { formatPath } from '../../ui/format.ts'
import { LineCounts } from './line-counts.tsx'
import styles from './review.module.css'
import type { Row } from './rows.ts'
import { tellState } from './state-words.ts'

export interface FileListProps {
  readonly rows: readonly Row[]
  /** The file that is looked at. */
  readonly path: string | undefined
  readonly onChoose: (path: string) => void
}

/** The files that wait: each leads to its changes. */
export function FileList({ rows, path, onChoose }: FileListProps) {
  const files = rows.filter((row) => row.type === 'file')
  return (
    <nav className={styles.files} aria-label="Files that wait for review">
      {files.map(({ path: own, chosen }) => {
        const { words, isContested } = tellState(chosen)
        return (
          <button
            key={own}
            type="button"
            className={styles.file}
            aria-current={own === path}
            title={`${formatPath(own)}: ${words}`}
            onClick={() => onChoose(own)}
          >
            {isContested ? (
              <TriangleAlert className={styles.contested} aria-hidden="true" />
            ) : (
              <FileText aria-hidden="true" />
            )}
            <span className={styles.fileName}>{own.slice(own.lastIndexOf('/') + 1)}</span>
            <LineCounts {...countLines(chosen.hunks)} />
            <span className={styles.fileState}>{words}</span>
          </button>
        )
      })}
    </nav>
  )
}
