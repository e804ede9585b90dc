import { useVirtualizer } from '@tanstack/react-virtual'
import { CircleAlert, TriangleAlert } from 'lucide-react'
import {
  type KeyboardEvent,
  type RefObject,
  useEffectEvent,
  useId,
  useLayoutEffect,
  useRef,
  useState,
} from 'react'
import type { LogLevel, LogLine } from '#shared/contract/procedures/logs.ts'
import { placeAfter } from '../../ui/lists/list-keys.ts'
import { NewestButton } from '../../ui/lists/tail-list.tsx'
import { formatMoment, writeFields, writeLine } from './log-lines.ts'
import styles from './logs-panel.module.css'

const ROW_PX = 22

interface LogListProps {
  /** Oldest first. */
  readonly lines: readonly LogLine[]
  readonly selectedId: number | undefined
  readonly onSelect: (id: number | undefined) => void
}

/** Follows its end as long as that is in sight. Arrows choose a line; its key copies it. */
export function LogList({ lines, selectedId, onSelect }: LogListProps) {
  const scroller = useRef<HTMLDivElement>(null)
  const { list, isAtEnd } = useList(lines, scroller)
  const listId = useId()
  // Beside this log may stand that of another session: the same, with the same lines.
  const rowId = (id: number) => `${listId}-${id}`
  useShownLine(selectedId === undefined ? undefined : rowId(selectedId))
  const selectedAt = lines.findIndex(({ id }) => id === selectedId)
  const choose = (index: number) => {
    onSelect(lines[index]?.id)
    list.scrollToIndex(index)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    const selected = lines[selectedAt]
    const place = placeAfter(event.key, selectedAt, lines.length)
    if (place !== undefined) choose(place)
    else if (event.key === 'Escape' && selected) onSelect(undefined)
    else if (selected && isCopy(event)) void navigator.clipboard.writeText(writeLine(selected))
    else return
    event.preventDefault()
  }
  const rows = list.getVirtualItems()
  const isSelectedDrawn = rows.some(({ index }) => index === selectedAt)
  return (
    <div className={styles.viewport}>
      <div
        ref={scroller}
        className={styles.scroller}
        role="listbox"
        aria-label="Log lines"
        aria-keyshortcuts="Control+C"
        aria-activedescendant={isSelectedDrawn && selectedId ? rowId(selectedId) : undefined}
        tabIndex={0}
        data-focus="logs"
        onKeyDown={onKeyDown}
      >
        <div className={styles.rows} style={{ height: list.getTotalSize() }}>
          {rows.map(({ key, index, start }) => {
            const line = lines[index]
            const isSelected = index === selectedAt
            const select = () => onSelect(line?.id)
            return (
              line && (
                <LogRow
                  key={key}
                  rowId={rowId(line.id)}
                  line={line}
                  top={start}
                  isSelected={isSelected}
                  onSelect={select}
                />
              )
            )
          })}
        </div>
      </div>
      {!isAtEnd && <NewestButton onClick={() => list.scrollToEnd()} />}
    </div>
  )
}

/** The rows that are in view, beginning with the last. */
function useList(lines: readonly LogLine[], scroller: RefObject<HTMLDivElement | null>) {
  const [isAtEnd, setAtEnd] = useState(true)
  const list = useVirtualizer({
    count: lines.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW_PX,
    getItemKey: (index) => lines[index]?.id ?? index,
    overscan: 12,
    anchorTo: 'end',
    followOnAppend: true,
    scrollEndThreshold: ROW_PX,
    onChange: (instance) => setAtEnd(instance.isAtEnd(ROW_PX)),
  })
  const showEnd = useEffectEvent(() => list.scrollToEnd())
  useLayoutEffect(() => showEnd(), [])
  return { list, isAtEnd }
}

/** What is known of a chosen line takes room from the list, which must still show the line. */
function useShownLine(rowId: string | undefined): void {
  useLayoutEffect(() => {
    if (rowId === undefined) return
    document.getElementById(rowId)?.scrollIntoView({ block: 'nearest' })
  }, [rowId])
}

/** Text that is marked is copied as it is. */
function isCopy({ key, ctrlKey, metaKey }: KeyboardEvent): boolean {
  const isMarked = document.getSelection()?.type === 'Range'
  return key.toLowerCase() === 'c' && (ctrlKey || metaKey) && !isMarked
}

interface LogRowProps {
  /** What names it to its list. */
  readonly rowId: string
  readonly line: LogLine
  /** Where it stands, in pixels. */
  readonly top: number
  readonly isSelected: boolean
  readonly onSelect: () => void
}

function LogRow({ rowId, line, top, isSelected, onSelect }: LogRowProps) {
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
