import {
  Bug,
  DollarSign,
  FileCheck,
  Folder,
  Inbox,
  ListTodo,
  ScanSearch,
  ScrollText,
  Search,
  Settings,
  SquareTerminal,
  TextAlignStart,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
import { nameKeys, writeKeys } from '../../keyboard/keys.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { useWaitingCalls } from '../../queries/count-waiting.ts'
import { usePendingFileCount } from '../../session/changes/use-changes.ts'
import { Tip } from '../../ui/tooltip/tooltip.tsx'
import type { Place } from '../dock/dock-panels.ts'
import styles from './rail.module.css'

const places: readonly { place: Place; label: string; icon: ComponentType }[] = [
  { place: 'sessions', label: 'Sessions', icon: TextAlignStart },
  { place: 'files', label: 'Files', icon: Folder },
  { place: 'search', label: 'Search', icon: Search },
  { place: 'changes', label: 'Changes', icon: FileCheck },
  { place: 'code-review', label: 'Code review', icon: ScanSearch },
  { place: 'tasks', label: 'Tasks', icon: ListTodo },
  { place: 'terminals', label: 'Terminals', icon: SquareTerminal },
  { place: 'debugger', label: 'Debugger', icon: Bug },
  { place: 'logs', label: 'Logs', icon: ScrollText },
  { place: 'cost', label: 'Cost', icon: DollarSign },
]

export interface RailProps {
  /** What there is in the session that is open. */
  readonly session?: SessionPlaces
  /** Into the session that a page about all of them was come to from. */
  readonly onGoBackTo?: ((place: Place) => void) | undefined
  /** From the page that is shown, if it is one of these: to what was there before. */
  readonly onLeave?: { readonly inbox?: () => void; readonly spending?: () => void } | undefined
}

interface SessionPlaces {
  readonly available: readonly Place[]
  readonly shown: readonly Place[]
  readonly onGo: (place: Place) => void
}

/** Where one can go from here. In a session its own cost stands in the place of what all of them cost. */
export function Rail({ session, onGoBackTo, onLeave }: RailProps) {
  const { openSettings } = useNavigation()
  return (
    <nav className={styles.rail} aria-label="Places">
      {onGoBackTo && <PlacesLeft onGo={onGoBackTo} />}
      {session ? <Places {...session} /> : <SpendingButton onLeave={onLeave?.spending} />}
      <InboxButton onLeave={onLeave?.inbox} />
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

function Places({ available, shown, onGo }: SessionPlaces) {
  return places
    .filter(({ place }) => available.includes(place))
    .map(({ place, label, icon: Icon }) => {
      const Button = place === 'changes' ? ChangesButton : RailButton
      return (
        <Button
          key={place}
          label={label}
          command={`toggle-${place}`}
          isShown={shown.includes(place)}
          onClick={() => onGo(place)}
        >
          <Icon aria-hidden="true" />
        </Button>
      )
    })
}

/** Shows how many files have pending changes. */
function ChangesButton(props: RailButtonProps) {
  return <RailButton {...props} waiting={usePendingFileCount()} />
}

/** Where they were in the session, and none of them shown. */
function PlacesLeft({ onGo }: Pick<SessionPlaces, 'onGo'>) {
  return places
    .filter(({ place }) => place !== 'cost')
    .map(({ place, label, icon: Icon }) => (
      <RailButton key={place} label={label} isShown={false} onClick={() => onGo(place)}>
        <Icon aria-hidden="true" />
      </RailButton>
    ))
}

interface PageButtonProps {
  /** Absent where its page is not shown. */
  readonly onLeave: (() => void) | undefined
}

/** Leads to what all sessions cost. */
function SpendingButton({ onLeave }: PageButtonProps) {
  const { openSpending } = useNavigation()
  return (
    <RailButton
      label="Cost"
      command="spending"
      isShown={onLeave !== undefined}
      onClick={onLeave ?? openSpending}
    >
      <DollarSign aria-hidden="true" />
    </RailButton>
  )
}

/** Leads to what waits in all sessions, and says how much that is. */
function InboxButton({ onLeave }: PageButtonProps) {
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
  /** The id of the one that does the same; absent where none does. */
  readonly command?: string
  readonly isShown: boolean
  /** What waits for a person there. */
  readonly waiting?: number
  readonly onClick: () => void
  readonly children: ReactNode
}

function RailButton(props: RailButtonProps) {
  const { label, command, isShown, waiting = 0, onClick, children } = props
  const table = useShortcutTable()
  const keys = command && table.keysOf(command)
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
