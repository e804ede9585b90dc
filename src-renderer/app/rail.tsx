import {
  DollarSign,
  Folder,
  Inbox,
  ScrollText,
  Search,
  Settings,
  SquareTerminal,
  TextAlignStart,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { useWaitingCalls } from '../client/documents.ts'
import { nameKeys, writeKeys } from '../client/keys.ts'
import { useNavigation } from '../client/navigation.tsx'
import { useShortcutTable } from '../client/shortcuts.ts'
import { Tip } from '../ui/tip.tsx'
import type { Place } from './dock/dock-panels.ts'
import styles from './rail.module.css'

const places: readonly { place: Place; label: string; icon: ComponentType }[] = [
  { place: 'sessions', label: 'Sessions', icon: TextAlignStart },
  { place: 'files', label: 'Files', icon: Folder },
  { place: 'search', label: 'Search', icon: Search },
  { place: 'terminals', label: 'Terminals', icon: SquareTerminal },
  { place: 'log', label: 'Log', icon: ScrollText },
  { place: 'cost', label: 'Cost', icon: DollarSign },
]

export interface RailProps {
  /** Those there are here. */
  readonly available: readonly Place[]
  /** Those that are shown. */
  readonly shown: readonly Place[]
  readonly onGo: (place: Place) => void
  /** Where the inbox is shown: goes to what was there before. */
  readonly onLeaveInbox?: () => void
}

export function Rail({ available, shown, onGo, onLeaveInbox }: RailProps) {
  const { openSettings } = useNavigation()
  const here = places.filter(({ place }) => available.includes(place))
  return (
    <nav className={styles.rail} aria-label="Places">
      {here.map(({ place, label, icon: Icon }) => (
        <RailButton
          key={place}
          label={label}
          command={`toggle-${place}`}
          isShown={shown.includes(place)}
          onClick={() => onGo(place)}
        >
          <Icon aria-hidden="true" />
        </RailButton>
      ))}
      <InboxButton onLeave={onLeaveInbox} />
      <span className={styles.gap} />
      <RailButton
        label="Settings"
        command="settings"
        isShown={false}
        onClick={() => openSettings()}
      >
        <Settings aria-hidden="true" />
      </RailButton>
    </nav>
  )
}

interface InboxButtonProps {
  /** Absent where the inbox is not shown. */
  readonly onLeave: (() => void) | undefined
}

/** Leads to what waits in all sessions, and says how much that is. */
function InboxButton({ onLeave }: InboxButtonProps) {
  const { openInbox } = useNavigation()
  const waiting = useWaitingCalls()
  return (
    <RailButton
      label="Inbox"
      command="inbox"
      waiting={waiting}
      isShown={onLeave !== undefined}
      onClick={onLeave ?? openInbox}
    >
      <Inbox aria-hidden="true" />
    </RailButton>
  )
}

interface RailButtonProps {
  readonly label: string
  /** The id of the one that does the same. */
  readonly command: string
  readonly isShown: boolean
  /** What waits for a person there. */
  readonly waiting?: number
  readonly onClick: () => void
  readonly children: ReactNode
}

function RailButton(props: RailButtonProps) {
  const { label, command, isShown, waiting = 0, onClick, children } = props
  const keys = useShortcutTable().keysOf(command)
  return (
    <Tip label={label} shortcut={keys && writeKeys(keys)} side="right">
      <button
        type="button"
        className={styles.item}
        data-place={label.toLowerCase()}
        aria-label={waiting > 0 ? `${label}: ${tellWaiting(waiting)}` : label}
        aria-keyshortcuts={keys && nameKeys(keys)}
        aria-pressed={isShown}
        onClick={onClick}
      >
        {children}
        {waiting > 0 && (
          <span className={styles.badge} aria-hidden="true">
            {waiting > MOST_SHOWN ? `${MOST_SHOWN}+` : waiting}
          </span>
        )}
      </button>
    </Tip>
  )
}

/** What a badge has room for. */
const MOST_SHOWN = 99

function tellWaiting(count: number): string {
  return count === 1 ? '1 waits for you' : `${count} wait for you`
}
