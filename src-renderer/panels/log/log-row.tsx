import { CircleAlert, TriangleAlert } from 'lucide-react'
import type { LogLevel, LogLine } from '#shared/contract/logs.ts'
import { formatMoment, writeFields } from './line-words.ts'
import styles from './log-panel.module.css'

export interface LogRowProps {
  /** What names it to its list. */
  readonly rowId: string
  readonly line: LogLine
  /** Where it stands, in pixels. */
  readonly top: number
  readonly isSelected: boolean
  readonly onSelect: () => void
}

export function LogRow({ rowId, line, top, isSelected, onSelect }: LogRowProps) {
  const { at, level, module, message } = line
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list has the focus, and the keys
    <div
      id={rowId}
      role="option"
      aria-selected={isSelected}
      tabIndex={-1}
      className={styles.row}
      data-level={level}
      style={{ transform: `translateY(${top}px)` }}
      onClick={onSelect}
    >
      <time className={styles.time} dateTime={new Date(at).toISOString()}>
        {formatMoment(at)}
      </time>
      <span className={styles.level}>
        <LevelMark level={level} />
        {level}
      </span>
      <span className={styles.module}>{module}</span>
      <span className={styles.message}>{message}</span>
      <span className={styles.fields}>{writeFields(line)}</span>
    </div>
  )
}

function LevelMark({ level }: { readonly level: LogLevel }) {
  if (level === 'error') return <CircleAlert aria-hidden="true" />
  return level === 'warn' ? <TriangleAlert aria-hidden="true" /> : <i aria-hidden="true" />
}
