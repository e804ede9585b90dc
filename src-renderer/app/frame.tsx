import { Search } from 'lucide-react'
import type { ReactNode } from 'react'
import { useConnectionState, useNative, useUnanswered } from '../client/host-context.tsx'
import { nameKeys, writeKeys } from '../client/keys.ts'
import { useShortcutTable } from '../client/shortcuts.ts'
import { Chip } from '../ui/chip.tsx'
import { classNames } from '../ui/class-names.ts'
import { loadedLater } from '../ui/loaded-later.tsx'
import { Failure } from '../ui/notice.tsx'
import { OrreryMark } from '../ui/orrery-mark.tsx'
import { CommandDialogs, useCommandDesk } from './command-desk.tsx'
import type { SessionHere } from './commands/command.ts'
import { WindowDrop } from './drop/window-drop.tsx'
import styles from './frame.module.css'
import { HostNotices } from './host-notices.tsx'

/** No browser has menus of its own to offer anything in. */
const NativeMenu = loadedLater(async () => (await import('./native-menu.tsx')).NativeMenu)

export interface FrameProps {
  /** What the window shows, beside the mark. */
  readonly crumb: ReactNode
  /** Chips at the right of the title bar. */
  readonly status?: ReactNode
  readonly rail: ReactNode
  readonly isPast?: boolean
  /** What commands reach in the session that is open, if one is. */
  readonly session?: SessionHere
  readonly children: ReactNode
}

/** Title bar, rail, what is between, and the desk where commands are given. */
export function Frame({ crumb, status, rail, isPast, session, children }: FrameProps) {
  const desk = useCommandDesk(session)
  const native = useNative()
  const keys = useShortcutTable().keysOf('palette')
  const isLost = useConnectionState() === 'lost'
  return (
    <>
      <header className={classNames(styles.bar, isPast && styles.past)}>
        <div className={styles.crumb}>
          <OrreryMark />
          {crumb}
        </div>
        <button
          type="button"
          className={styles.command}
          aria-keyshortcuts={keys && nameKeys(keys)}
          onClick={() => desk.show('palette')}
        >
          <Search aria-hidden="true" />
          <span>Search, or run a command</span>
          {keys && <kbd>{writeKeys(keys)}</kbd>}
        </button>
        <div className={styles.status}>
          {isLost && (
            <Chip tone="warn" role="status" title="Nothing is lost: the host keeps the log.">
              Reconnecting
            </Chip>
          )}
          {status}
        </div>
      </header>
      <Unanswered />
      <div className={styles.body}>
        {rail}
        <main className={classNames(styles.main, isLost && styles.lost)}>
          <HostNotices />
          {desk.error && (
            <div className={styles.failed}>
              <Failure>{desk.error}</Failure>
            </div>
          )}
          {children}
        </main>
      </div>
      <CommandDialogs desk={desk} />
      <WindowDrop session={session} />
      {native && <NativeMenu native={native} desk={desk} />}
    </>
  )
}

/** What can be done of it. The desktop app's host lives and ends with its window. */
function Unanswered() {
  const isUnanswered = useUnanswered()
  const isDesktop = useNative() !== undefined
  if (!isUnanswered || isDesktop) return null
  return (
    <div className={styles.unanswered}>
      <Failure>
        Orrery does not answer. If it was closed, start it again and open the link that it prints.
        Nothing is lost.
      </Failure>
    </div>
  )
}
