import { RotateCcw, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type Keys, keysOf, writeKeys } from '../../client/keys.ts'
import { type Shortcut, useShortcutTable } from '../../client/shortcuts.ts'
import { IconButton } from '../../ui/icon-button.tsx'
import shared from './settings.module.css'
import styles from './shortcuts.module.css'

export interface ShortcutRowProps {
  readonly shortcut: Shortcut
  readonly isRecording: boolean
  readonly onRecord: (isOn: boolean) => void
  readonly onPress: (keys: Keys) => void
  /** `none`: it shall have no keys; `null`: those it came with. */
  readonly onKeep: (keys: 'none' | null) => void
  /** What is said of it. */
  readonly children: ReactNode
}

/** A command, the keys it has, and what gives it others. */
export function ShortcutRow(props: ShortcutRowProps) {
  const { shortcut, isRecording, onRecord, onPress, onKeep, children } = props
  const { id, title, keysIn } = shortcut
  const table = useShortcutTable()
  const keys = table.keysOf(id)
  useRecording({ isOn: isRecording, onPress, onCancel: () => onRecord(false) })
  return (
    <li className={styles.item}>
      <div className={shared.row}>
        <span className={styles.title}>
          {title}
          {keysIn && <small> in {keysIn}</small>}
        </span>
        {table.isChanged(id) && (
          <IconButton label={`Reset: ${title}`} isSmall onClick={() => onKeep(null)}>
            <RotateCcw aria-hidden="true" />
          </IconButton>
        )}
        {keys && (
          <IconButton label={`Remove the keys: ${title}`} isSmall onClick={() => onKeep('none')}>
            <X aria-hidden="true" />
          </IconButton>
        )}
        <button
          type="button"
          className={isRecording ? styles.recording : styles.keys}
          aria-label={isRecording ? recordingLabel(title) : `Keys: ${title}, ${tell(keys)}`}
          onClick={() => onRecord(!isRecording)}
          onBlur={() => onRecord(false)}
        >
          {isRecording ? 'Press keys, or Esc' : keys ? <kbd>{writeKeys(keys)}</kbd> : 'none'}
        </button>
      </div>
      {children}
    </li>
  )
}

function tell(keys: Keys | undefined): string {
  return keys ? writeKeys(keys) : 'none'
}

function recordingLabel(title: string): string {
  return `Press keys, or Esc: ${title}`
}

interface Recording {
  readonly isOn: boolean
  readonly onPress: (keys: Keys) => void
  readonly onCancel: () => void
}

/** Takes the next keys for itself, before anything else hears of them. */
function useRecording({ isOn, onPress, onCancel }: Recording): void {
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    // It leads on to what is next, which ends this, too.
    if (event.key === 'Tab') return
    event.preventDefault()
    event.stopImmediatePropagation()
    const keys = keysOf(event)
    if (keys === 'escape') onCancel()
    else if (keys !== undefined) onPress(keys)
  })
  useEffect(() => {
    if (!isOn) return undefined
    const listen = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listen, { capture: true })
    return () => window.removeEventListener('keydown', listen, { capture: true })
  }, [isOn])
}
