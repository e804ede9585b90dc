import { Columns2, Ellipsis, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { useNavigation } from '../../client/navigation.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { useDeletingSession } from '../../client/use-deleting.ts'
import { Dot } from '../../ui/chip.tsx'
import { formatAgo, formatCost } from '../../ui/format.ts'
import { Menu, MenuItem } from '../../ui/menu.tsx'
import { DeleteSession, RenameSession } from './session-dialogs.tsx'
import { sessionStateOf } from './session-state.ts'
import styles from './sessions-panel.module.css'

type Doing = 'nothing' | 'renaming' | 'deleting'

/** One session: what it is called, what it is doing, what it cost. */
export function SessionRow({ session }: { readonly session: SessionSummary }) {
  const { openSession, openBeside, openWelcome } = useNavigation()
  const [doing, setDoing] = useState<Doing>('nothing')
  const isOpen = useSessionId() === session.id
  const deleteSession = useDeletingSession()
  const remove = async () => {
    await deleteSession(session)
    if (isOpen) openWelcome()
  }
  return (
    <div className={styles.row} data-open={isOpen}>
      <button
        type="button"
        className={styles.open}
        aria-current={isOpen ? 'page' : undefined}
        title={session.title}
        onClick={({ metaKey, ctrlKey }) =>
          (metaKey || ctrlKey) && openBeside ? openBeside(session.id) : openSession(session.id)
        }
      >
        <span className={styles.title}>{session.title}</span>
        <Facts session={session} />
      </button>
      <Menu
        align="end"
        trigger={
          <button type="button" className={styles.more} aria-label={`More about ${session.title}`}>
            <Ellipsis aria-hidden="true" />
          </button>
        }
      >
        {openBeside && !isOpen && (
          <MenuItem icon={<Columns2 aria-hidden="true" />} onSelect={() => openBeside(session.id)}>
            Open beside
          </MenuItem>
        )}
        <MenuItem icon={<Pencil aria-hidden="true" />} onSelect={() => setDoing('renaming')}>
          Rename…
        </MenuItem>
        <MenuItem
          icon={<Trash2 aria-hidden="true" />}
          isDangerous
          onSelect={() => (session.isRunning ? setDoing('deleting') : void remove())}
        >
          {session.isRunning ? 'Delete…' : 'Delete'}
        </MenuItem>
      </Menu>
      {doing === 'renaming' && (
        <RenameSession session={session} onClose={() => setDoing('nothing')} />
      )}
      {doing === 'deleting' && (
        <DeleteSession session={session} isOpen={isOpen} onClose={() => setDoing('nothing')} />
      )}
    </div>
  )
}

function Facts({ session }: { readonly session: SessionSummary }) {
  const { costUsd, unpricedCalls } = session
  return (
    <span className={styles.facts}>
      <State session={session} />
      <span className={styles.cost}>
        {session.runs === 0 ? 'no runs' : formatCost(costUsd, unpricedCalls)}
      </span>
    </span>
  )
}

function State({ session }: { readonly session: SessionSummary }) {
  const state = sessionStateOf(session)
  const ago = formatAgo(session.changedAt, Date.now())
  if (!state) return ago
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
