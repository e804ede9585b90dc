import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { useDeletingSession } from '../../client/use-deleting.ts'
import { DeleteSession, RenameSession } from './session-dialogs.tsx'
import { SessionRow } from './session-row.tsx'
import styles from './sessions-panel.module.css'

const ROW = 48
const PAGE = 8

/** What those around a list can ask of it. */
export interface ListHandle {
  focusFirst(): void
}

export interface SessionListProps {
  readonly sessions: readonly SessionSummary[]
  /** They are of several projects: each row says of which. */
  readonly isMixed: boolean
  readonly ref: Ref<ListHandle>
}

interface Doing {
  readonly what: 'rename' | 'delete'
  readonly session: SessionSummary
}

/** Only the rows in view are in the page. One of them is reached by Tab; arrows lead to the others. */
export function SessionList({ sessions, isMixed, ref }: SessionListProps) {
  const openId = useSessionId()
  const [doing, setDoing] = useState<Doing>()
  const begin = useBeginning(setDoing)
  const { scroller, list, active, setActive, focusRow, moveTo } = useRows(sessions)
  useImperativeHandle(ref, () => ({ focusFirst: () => moveTo(0) }))
  const onKeyDown = (event: KeyboardEvent) => {
    const session = sessions[active]
    const what = doings[event.key]
    if (what && session) {
      event.preventDefault()
      begin({ what, session })
      return
    }
    const next = placeAfter(event.key, active, sessions.length)
    if (next === undefined) return
    event.preventDefault()
    moveTo(next)
  }
  const close = () => setDoing(undefined)
  return (
    <div ref={scroller} className={styles.scroller}>
      <ul style={{ height: list.getTotalSize(), position: 'relative' }}>
        {list.getVirtualItems().map(({ index, key, start }) => {
          const session = sessions[index]
          return (
            <li key={key} className={styles.place} style={{ transform: `translateY(${start}px)` }}>
              {session && (
                <SessionRow
                  ref={index === active ? focusRow : undefined}
                  session={session}
                  isMixed={isMixed}
                  isActive={index === active}
                  onFocus={() => setActive(index)}
                  onKeyDown={onKeyDown}
                  onDo={(what) => begin({ what, session })}
                />
              )}
            </li>
          )
        })}
      </ul>
      {doing?.what === 'rename' && <RenameSession session={doing.session} onClose={close} />}
      {doing?.what === 'delete' && (
        <DeleteSession
          session={doing.session}
          isOpen={doing.session.id === openId}
          onClose={close}
        />
      )}
    </div>
  )
}

/** What is not at work is deleted at once: it can be taken back. */
function useBeginning(ask: (doing: Doing) => void): (doing: Doing) => void {
  const openId = useSessionId()
  const { openWelcome } = useNavigation()
  const deleteSession = useDeletingSession()
  const remove = async (session: SessionSummary) => {
    await deleteSession(session)
    if (session.id === openId) openWelcome()
  }
  return (doing) => {
    if (doing.what === 'delete' && !doing.session.isRunning) void remove(doing.session)
    else ask(doing)
  }
}

const doings: Readonly<Record<string, Doing['what']>> = { F2: 'rename', Delete: 'delete' }

function useRows(sessions: readonly SessionSummary[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const [chosen, setActive] = useState(0)
  const active = Math.min(chosen, sessions.length - 1)
  const isMoving = useRef(false)
  const list = useVirtualizer({
    count: sessions.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => sessions[index]?.id ?? index,
    overscan: 6,
  })
  // A row that was out of sight is there only once the list has drawn it.
  const focusRow = (row: HTMLButtonElement | null) => {
    if (!row || !isMoving.current) return
    isMoving.current = false
    row.focus({ preventScroll: true })
  }
  const moveTo = (index: number) => {
    isMoving.current = true
    setActive(index)
    list.scrollToIndex(index)
    if (index === active) focusRow(scroller.current?.querySelector('button[tabindex="0"]') ?? null)
  }
  return { scroller, list, active, setActive, focusRow, moveTo }
}

/** Where a key leads to in a list of so many. */
function placeAfter(key: string, from: number, count: number): number | undefined {
  const last = count - 1
  if (key === 'ArrowDown') return Math.min(from + 1, last)
  if (key === 'ArrowUp') return Math.max(from - 1, 0)
  if (key === 'PageDown') return Math.min(from + PAGE, last)
  if (key === 'PageUp') return Math.max(from - PAGE, 0)
  if (key === 'Home') return 0
  return key === 'End' ? last : undefined
}
