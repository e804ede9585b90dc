import { Search } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { explainIgnoredEventLimit } from '#shared/settings/settings.ts'
import {
  useConnectionState,
  useHost,
  useNative,
  useUnanswered,
} from '../../connection/host-context.tsx'
import { nameKeys, writeKeys } from '../../keyboard/keys.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Chip } from '../../ui/buttons/chip.tsx'
import { OrreryMark } from '../../ui/buttons/orrery-mark.tsx'
import { loadedLater } from '../../ui/loading/lazy-component.tsx'
import { Failure, Loading } from '../../ui/loading/notice.tsx'
import { classNames } from '../../ui/styles/class-names.ts'
import type { SessionHere } from '../commands/command.ts'
import { WindowDrop } from '../drop/window-drop.tsx'
import { CommandDialogs, useCommandDesk } from '../palette/command-dialogs.tsx'
import styles from './frame.module.css'

/** No browser has menus of its own to offer anything in. */
const NativeMenu = loadedLater(async () => (await import('./native-menu.tsx')).NativeMenu)

interface FrameProps {
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

/** The window while no session is open yet. */
export function WaitingFrame({ children }: { readonly children: ReactNode }) {
  return (
    <Frame crumb={<span>Orrery</span>} rail={<div className={styles.rail} />}>
      {children}
    </Frame>
  )
}

/** While what is to be shown is still on its way. */
export function WaitingPage() {
  return (
    <WaitingFrame>
      <Loading label="Opening the session" rows={6} />
    </WaitingFrame>
  )
}

const DISMISSED = 'orrery.dismissed-notice'

/** Notices about the store: it can't be written, it was damaged, or it holds a setting that has no effect. */
function HostNotices() {
  const { data } = useHostQuery('host.describe', {})
  const [dismissed, setDismissed] = useState(() => sessionStorage.getItem(DISMISSED))
  const eventLimit = useHostQuery('settings.read', {}).data?.limits.events
  const notice = data?.notice === dismissed ? undefined : data?.notice
  if (!data?.unsaved && !notice && eventLimit === undefined) return null
  const dismiss = (told: string) => {
    sessionStorage.setItem(DISMISSED, told)
    setDismissed(told)
  }
  return (
    <div className={styles.notices}>
      {data?.unsaved && <Failure>{data.unsaved}</Failure>}
      {notice && (
        <Failure
          action={
            <Button isSmall onClick={() => dismiss(notice)}>
              Understood
            </Button>
          }
        >
          {notice}
        </Failure>
      )}
      {eventLimit !== undefined && <EventLimitNotice />}
    </div>
  )
}

/** Shown until the person removes the setting that an earlier version stored. */
function EventLimitNotice() {
  const client = useHost()
  const change = useCommand(client['settings.change'])
  return (
    <Failure
      action={
        <Button
          isSmall
          disabled={change.isRunning}
          onClick={() => void change.run?.({ limits: { events: null } })}
        >
          Remove setting
        </Button>
      }
    >
      {change.error ?? explainIgnoredEventLimit('limits.events')}
    </Failure>
  )
}
