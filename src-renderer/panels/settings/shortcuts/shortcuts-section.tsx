import { RotateCcw, X } from 'lucide-react'
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react'
import { useHost, useNative } from '../../../connection/host-context.tsx'
import { type Keys, keysOf, writeKeys } from '../../../keyboard/keys.ts'
import {
  isOfBrowsers,
  type Shortcut,
  type ShortcutTable,
  useShortcutTable,
} from '../../../keyboard/shortcuts.ts'
import { useCommand } from '../../../queries/use-command.ts'
import { Button } from '../../../ui/buttons/button.tsx'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { Empty, Failure } from '../../../ui/loading/notice.tsx'
import shared from '../controls/settings.module.css'
import styles from './shortcuts.module.css'

/** Keys that were pressed for a command, and why they were not given to it at once. */
interface Pressed {
  readonly shortcut: Shortcut
  readonly keys: Keys
  readonly rival: Shortcut | undefined
}

/** Every command with its keys: they are changed by pressing others. */
export function ShortcutsSection() {
  const table = useShortcutTable()
  const [text, setText] = useState('')
  const changing = useChanging()
  const found = findShortcuts(table, text)
  return (
    <>
      <div className={styles.head}>
        <Field
          label="Find a command, or its keys"
          isLabelHidden
          type="search"
          placeholder="Find a command, or its keys"
          value={text}
          onChange={(event) => setText(event.target.value)}
        />
        <Button isSmall disabled={!table.hasChanges} onClick={() => changing.keep(null)}>
          Reset all
        </Button>
      </div>
      {changing.error && <Failure>{changing.error}</Failure>}
      {found.length === 0 && <Empty>No command is called that, or has such keys.</Empty>}
      {found.map(({ group, shortcuts }) => (
        <section key={group} aria-label={group}>
          <h4 className={shared.part}>{group}</h4>
          <ul className={shared.rows}>
            {shortcuts.map((shortcut) => (
              <Row key={shortcut.id} shortcut={shortcut} changing={changing} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Row({ shortcut, changing }: { readonly shortcut: Shortcut; readonly changing: Changing }) {
  const { id } = shortcut
  const { recording, pressed, record, press, keep, close } = changing
  return (
    <ShortcutRow
      shortcut={shortcut}
      isRecording={recording === id}
      onRecord={(isOn) => record(isOn ? id : undefined)}
      onPress={(keys) => press(shortcut, keys)}
      onKeep={(keys) => keep({ [id]: keys })}
    >
      {pressed?.shortcut.id === id && <Told {...pressed} onTake={keep} onClose={close} />}
    </ShortcutRow>
  )
}

type Choices = Readonly<Record<string, Keys | 'none' | null>> | null

interface Changing {
  /** The command that the next keys are for. */
  readonly recording: string | undefined
  readonly pressed: Pressed | undefined
  readonly error: string | undefined
  record(id: string | undefined): void
  press(shortcut: Shortcut, keys: Keys): void
  keep(choices: Choices): void
  /** Says no more of what was pressed. */
  close(): void
}

function useChanging(): Changing {
  const client = useHost()
  const table = useShortcutTable()
  const change = useCommand(client['settings.change'])
  const [recording, record] = useState<string>()
  const [pressed, setPressed] = useState<Pressed>()
  const keep = (shortcuts: Choices) => void change.run?.({ shortcuts })
  return {
    recording,
    pressed,
    error: change.error,
    record,
    press: (shortcut, keys) => {
      const rival = table.findRival(shortcut, keys)
      record(undefined)
      setPressed({ shortcut, keys, rival })
      if (!rival) keep({ [shortcut.id]: keys })
    },
    keep,
    close: () => setPressed(undefined),
  }
}

interface ToldProps extends Pressed {
  readonly onTake: (choices: Choices) => void
  readonly onClose: () => void
}

/** What has to be known of the keys that were pressed, and what can be done of it. */
function Told({ shortcut, keys, rival, onTake, onClose }: ToldProps) {
  const isInBrowser = useNative() === undefined
  if (!rival) {
    if (!isInBrowser || !isOfBrowsers(keys)) return null
    return (
      <p role="status" className={styles.told}>
        Browsers keep {writeKeys(keys)} for themselves: here it does nothing, in the desktop app it
        does.
      </p>
    )
  }
  const take = () => {
    onTake({ [rival.id]: 'none', [shortcut.id]: keys })
    onClose()
  }
  return (
    <div role="alert" className={styles.told}>
      <p>
        {writeKeys(keys)} is already for “{rival.title}”.
      </p>
      <Button isSmall onClick={take}>
        Take it from there
      </Button>
      <Button isSmall variant="quiet" onClick={onClose}>
        Leave it
      </Button>
    </div>
  )
}

interface ShortcutRowProps {
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
function ShortcutRow(props: ShortcutRowProps) {
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

interface ShortcutGroup {
  readonly group: string
  readonly shortcuts: readonly Shortcut[]
}

/** Those with every word of a text in their name, their group or their keys; in their groups. */
export function findShortcuts(table: ShortcutTable, text: string): readonly ShortcutGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = table.all.filter((one) => {
    const said = sayAll(table, one)
    return words.every((word) => said.includes(word))
  })
  const groups = new Set(found.map(({ group }) => group))
  return [...groups].map((group) => ({
    group,
    shortcuts: found.filter((one) => one.group === group),
  }))
}

function sayAll(table: ShortcutTable, { id, title, group, keysIn }: Shortcut): string {
  const keys = table.keysOf(id)
  const written = keys ? `${keys} ${writeKeys(keys)}` : ''
  return `${title} ${group} ${keysIn ?? ''} ${written}`.toLowerCase()
}
