import { useState } from 'react'
import { useHost, useNative } from '../../client/host-context.tsx'
import { type Keys, writeKeys } from '../../client/keys.ts'
import { isOfBrowsers, type Shortcut, useShortcutTable } from '../../client/shortcuts.ts'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Empty, Failure } from '../../ui/notice.tsx'
import { findShortcuts } from './find-shortcuts.ts'
import shared from './settings.module.css'
import { ShortcutRow } from './shortcut-row.tsx'
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

interface RowProps {
  readonly shortcut: Shortcut
  readonly changing: Changing
}

function Row({ shortcut, changing }: RowProps) {
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
