import { Columns2, Diff, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { Dot } from '../../ui/chip.tsx'
import { formatAgo, formatCost, formatNumber } from '../../ui/format.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { sessionStateOf } from './session-state.ts'
import styles from './sessions-panel.module.css'

export interface SessionRowProps {
  readonly session: SessionSummary
  /** It says of which project it is. */
  readonly isMixed: boolean
  /** Of all rows, this one is reached by Tab. */
  readonly isActive: boolean
  readonly onFocus: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly onDo: (what: 'rename' | 'delete') => void
  readonly ref: Ref<HTMLButtonElement> | undefined
}

/** One session: what it is called, what it is doing, what it cost. */
export function SessionRow(props: SessionRowProps) {
  const { session, isMixed, isActive, onFocus, onKeyDown, onDo, ref } = props
  const { openSession, openBeside, chooseComparison } = useNavigation()
  const isOpen = useSessionId() === session.id
  return (
    <div className={styles.row} data-open={isOpen}>
      <button
        ref={ref ?? null}
        type="button"
        className={styles.open}
        aria-current={isOpen ? 'page' : undefined}
        aria-keyshortcuts="F2 Delete"
        tabIndex={isActive ? 0 : -1}
        title={session.title}
        onFocus={onFocus}
        onKeyDown={onKeyDown}
        onClick={({ metaKey, ctrlKey }) =>
          (metaKey || ctrlKey) && openBeside ? openBeside(session.id) : openSession(session.id)
        }
      >
        <span className={styles.title}>{session.title}</span>
        <Facts session={session} isMixed={isMixed} />
      </button>
      <Menu
        align="end"
        trigger={
          <button
            type="button"
            className={styles.more}
            tabIndex={isActive ? 0 : -1}
            aria-label={`More about ${session.title}`}
          >
            <Ellipsis aria-hidden="true" />
          </button>
        }
      >
        {openBeside && !isOpen && (
          <MenuItem icon={<Columns2 aria-hidden="true" />} onSelect={() => openBeside(session.id)}>
            Open beside
          </MenuItem>
        )}
        {session.runs > 0 && (
          <MenuItem
            icon={<Diff aria-hidden="true" />}
            onSelect={() => chooseComparison({ sessionId: session.id, run: session.runs })}
          >
            Compare with…
          </MenuItem>
        )}
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => onDo('rename')}>
          Rename…
        </MenuItem>
        <MenuItem icon={<Trash2 aria-hidden="true" />} isDangerous onSelect={() => onDo('delete')}>
          {session.isRunning ? 'Delete…' : 'Delete'}
        </MenuItem>
      </Menu>
    </div>
  )
}

function Facts({ session, isMixed }: Pick<SessionRowProps, 'session' | 'isMixed'>) {
  const { costUsd, unpricedCalls, runs, agents, projectName } = session
  return (
    <span className={styles.facts}>
      <State session={session} />
      {isMixed && <span className={styles.project}>{projectName}</span>}
      {runs > 0 && (
        <span className={styles.figures}>
          {formatNumber(runs, 'run')}, {formatNumber(agents, 'agent')}
        </span>
      )}
      <span className={styles.cost}>
        {runs === 0 ? 'no runs' : formatCost(costUsd, unpricedCalls)}
      </span>
    </span>
  )
}

function State({ session }: { readonly session: SessionSummary }) {
  const state = sessionStateOf(session)
  const ago = formatAgo(session.changedAt, Date.now())
  if (!state) return <span className={styles.state}>{ago}</span>
  const { word, color, isNow } = state
  return (
    <>
      <Dot color={color} isLive={word === 'running'} />
      <span className={styles.state}>
        {word}
        {!isNow && ` · ${ago}`}
      </span>
    </>
  )
}
