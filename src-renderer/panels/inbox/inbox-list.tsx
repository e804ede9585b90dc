import { CircleSlash, Hourglass } from 'lucide-react'
import { type KeyboardEvent, useId, useLayoutEffect } from 'react'
import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import { approvalIcons } from '../../cards/approvals/approval-card.tsx'
import { useNow } from '../../ui/browser/use-now.ts'
import { placeAfter } from '../../ui/lists/list-keys.ts'
import { formatAgo } from '../../ui/text/format.ts'
import styles from './inbox.module.css'
import { findPlace, idOf, titleOf } from './inbox-choice.ts'

/** Waiting is told by the minute. */
const TICK_MS = 10_000

interface InboxListProps {
  /** The longest waiting first. */
  readonly items: readonly InboxItem[]
  readonly chosen: InboxItem | undefined
  /** What has become of others, as a sentence. */
  readonly told: string | undefined
  readonly onChoose: (index: number) => void
  readonly onOpen: (item: InboxItem) => void
  /** Goes to the card of the chosen one. */
  readonly onEnter: () => void
}

/** What waits, and what keys do with it. */
export function InboxList({ told, ...list }: InboxListProps) {
  return (
    <div className={styles.side}>
      <h2 className={styles.head}>
        Waits for you <span>{list.items.length}</span>
      </h2>
      {list.items.length > 0 && <Rows {...list} />}
      <p role="status" className={styles.told}>
        {told}
      </p>
      <p className={styles.keys}>
        {keys.map(([key, what]) => (
          <span key={key}>
            <kbd>{key}</kbd>
            {what}
          </span>
        ))}
      </p>
    </div>
  )
}

/** Arrows choose; Enter opens the session, and the arrow to the right leads to the card. */
function Rows({ items, chosen, onChoose, onOpen, onEnter }: Omit<InboxListProps, 'told'>) {
  const listId = useId()
  const now = useNow(TICK_MS)
  const rowId = (item: InboxItem) => `${listId}-${idOf(item)}`
  const place = chosen ? findPlace(items, chosen) : -1
  useShownRow(chosen && rowId(chosen))
  const onKeyDown = (event: KeyboardEvent) => {
    const next = placeAfter(event.key, place, items.length)
    if (next !== undefined) onChoose(next)
    else if (event.key === 'ArrowRight') onEnter()
    // One that is held down since it decided the one before opens nothing.
    else if (event.key === 'Enter' && chosen && !event.repeat) onOpen(chosen)
    else return
    event.preventDefault()
  }
  return (
    <div
      role="listbox"
      aria-label="What waits for you"
      aria-activedescendant={chosen && rowId(chosen)}
      tabIndex={0}
      className={styles.list}
      data-focus="inbox"
      onKeyDown={onKeyDown}
    >
      {items.map((item, index) => (
        <Row
          key={idOf(item)}
          rowId={rowId(item)}
          item={item}
          now={now}
          isChosen={index === place}
          onChoose={() => onChoose(index)}
          onOpen={() => onOpen(item)}
        />
      ))}
    </div>
  )
}

const keys = [
  ['↑ ↓', 'choose'],
  ['→', 'decide'],
  ['Esc', 'back'],
  ['⏎', 'open session'],
] as const

interface RowProps {
  readonly rowId: string
  readonly item: InboxItem
  readonly now: number
  readonly isChosen: boolean
  readonly onChoose: () => void
  readonly onOpen: () => void
}

function Row({ rowId, item, now, isChosen, onChoose, onOpen }: RowProps) {
  const Icon = iconOf(item)
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the list around it has the keys
    // biome-ignore lint/a11y/useFocusableInteractive: the list points at the chosen one
    <div
      id={rowId}
      role="option"
      aria-selected={isChosen}
      className={styles.row}
      onClick={onChoose}
      onDoubleClick={onOpen}
    >
      <Icon aria-hidden="true" />
      <span className={styles.what} title={titleOf(item)}>
        {titleOf(item)}
      </span>
      <span className={styles.when}>{formatAgo(item.since, now)}</span>
      <span className={styles.from}>{tellFrom(item)}</span>
    </div>
  )
}

function iconOf(item: InboxItem) {
  if (item.type === 'limit') return Hourglass
  return item.type === 'approval' ? approvalIcons[item.approval.type] : CircleSlash
}

function tellFrom(item: InboxItem): string {
  const { agentName, sessionTitle, projectName } = item
  const what = item.type === 'unfinished' ? ['cut off'] : []
  return [...what, ...(agentName ? [agentName] : []), sessionTitle, projectName].join(' · ')
}

function useShownRow(rowId: string | undefined): void {
  useLayoutEffect(() => {
    if (rowId === undefined) return
    document.getElementById(rowId)?.scrollIntoView({ block: 'nearest' })
  }, [rowId])
}
