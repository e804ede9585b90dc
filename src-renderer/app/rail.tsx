import {
  DollarSign,
  Folder,
  ScrollText,
  Search,
  Settings,
  SquareTerminal,
  TextAlignStart,
} from 'lucide-react'
import type { ComponentType, ReactNode } from 'react'
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
}

export function Rail({ available, shown, onGo }: RailProps) {
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

interface RailButtonProps {
  readonly label: string
  /** The id of the one that does the same. */
  readonly command: string
  readonly isShown: boolean
  readonly onClick: () => void
  readonly children: ReactNode
}

function RailButton({ label, command, isShown, onClick, children }: RailButtonProps) {
  const keys = useShortcutTable().keysOf(command)
  return (
    <Tip label={label} shortcut={keys && writeKeys(keys)} side="right">
      <button
        type="button"
        className={styles.item}
        data-place={label.toLowerCase()}
        aria-label={label}
        aria-keyshortcuts={keys && nameKeys(keys)}
        aria-pressed={isShown}
        onClick={onClick}
      >
        {children}
      </button>
    </Tip>
  )
}
