import { useVirtualizer } from '@tanstack/react-virtual'
import { type KeyboardEvent, type Ref, useImperativeHandle, useRef, useState } from 'react'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useCommand } from '../../queries/use-command.ts'
import { useDeletingSession } from '../../queries/use-delete-session.ts'
import { useSessionId } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { SessionRow } from './session-row.tsx'
import { parentIndex, type TreeRow } from './session-tree.ts'
import styles from './sessions-panel.module.css'

const ROW = 48
const PAGE = 8

/** What those around a list can ask of it. */
export interface ListHandle {
  focusFirst(): void
}

interface SessionListProps {
  readonly rows: readonly TreeRow[]
  /** They are of several projects: each row says of which. */
  readonly isMixed: boolean
  /** Shows the forks of a session, or keeps them away. */
  readonly onTurn: (session: SessionSummary, isOpen: boolean) => void
  readonly ref: Ref<ListHandle>
}

/** Only the rows in view are in the page. One of them is reached by Tab; arrows lead to the others. */
export function SessionList({ rows, isMixed, onTurn, ref }: SessionListProps) {
  const [renamed, setRenamed] = useState<SessionSummary>()
  const remove = useRemoving()
  const { scroller, list, active, setActive, focusRow, moveTo } = useRows(rows)
  useImperativeHandle(ref, () => ({ focusFirst: () => moveTo(0) }))
  const begin = (what: 'rename' | 'delete', session: SessionSummary) =>
    what === 'rename' ? setRenamed(session) : void remove.run?.(session)
  const onKeyDown = (event: KeyboardEvent) => {
    const act = actOf(event.key, rows, active)
    if (!act) return
    event.preventDefault()
    if ('to' in act) moveTo(act.to)
    else if ('isOpen' in act) onTurn(act.session, act.isOpen)
    else begin(act.what, act.session)
  }
  return (
    <div ref={scroller} className={styles.scroller}>
      {remove.error && <Failure>{remove.error}</Failure>}
      <div
        role="treegrid"
        aria-label="Sessions"
        aria-rowcount={rows.length}
        data-tree={rows.some(({ forks }) => forks > 0) || undefined}
        style={{ height: list.getTotalSize(), position: 'relative' }}
      >
        {list.getVirtualItems().map(({ index, key, start }) => {
          const row = rows[index]
          return (
            row && (
              <SessionRow
                key={key}
                ref={index === active ? focusRow : undefined}
                row={row}
                index={index}
                start={start}
                isMixed={isMixed}
                isActive={index === active}
                onFocus={() => setActive(index)}
                onKeyDown={onKeyDown}
                onTurn={() => onTurn(row.session, !row.isOpen)}
                onDo={(what) => begin(what, row.session)}
              />
            )
          )
        })}
      </div>
      {renamed && <RenameSession session={renamed} onClose={() => setRenamed(undefined)} />}
    </div>
  )
}

function useRemoving() {
  const openId = useSessionId()
  const { openWelcome } = useNavigation()
  const deleteSession = useDeletingSession()
  return useCommand(async (session: SessionSummary) => {
    if ((await deleteSession(session)) && session.id === openId) openWelcome()
  })
}

function useRows(rows: readonly TreeRow[]) {
  const scroller = useRef<HTMLDivElement>(null)
  const [chosen, setActive] = useState(0)
  const active = Math.min(chosen, rows.length - 1)
  const isMoving = useRef(false)
  const list = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => ROW,
    getItemKey: (index) => rows[index]?.session.id ?? index,
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

type Act =
  | { readonly to: number }
  | { readonly session: SessionSummary; readonly isOpen: boolean }
  | { readonly session: SessionSummary; readonly what: 'rename' | 'delete' }

/** What a key means on a row; `undefined`: nothing. */
function actOf(key: string, rows: readonly TreeRow[], index: number): Act | undefined {
  const row = rows[index]
  if (!row) return undefined
  const { session } = row
  if (key === 'F2') return { session, what: 'rename' }
  if (key === 'Delete') return { session, what: 'delete' }
  if (key === 'ArrowRight') return row.isOpen ? { to: index + 1 } : opening(row)
  if (key === 'ArrowLeft' && row.isOpen) return { session, isOpen: false }
  const to = key === 'ArrowLeft' ? parentIndex(rows, index) : placeAfter(key, index, rows.length)
  return to === undefined ? undefined : { to }
}

function opening({ session, forks }: TreeRow): Act | undefined {
  return forks > 0 ? { session, isOpen: true } : undefined
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

interface RenameSessionProps {
  readonly session: SessionSummary
  readonly onClose: () => void
}

function RenameSession({ session, onClose }: RenameSessionProps) {
  const client = useHost()
  const [title, setTitle] = useState(session.title)
  const rename = useCommand(async () => {
    await client['sessions.rename']({ sessionId: session.id, title })
    onClose()
  })
  return (
    <Dialog title="Rename the session" isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void rename.run?.()
        }}
      >
        <Field
          label="Title"
          value={title}
          maxLength={200}
          error={rename.error}
          onFocus={({ target }) => target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 16 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!title.trim() || rename.isRunning}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}
