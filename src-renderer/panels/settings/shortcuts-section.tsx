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
  const [recording, setRecording] = useState<string>()
  const [pressed, setPressed] = useState<Pressed>()
  const keeping = useKeeping()
  const isInBrowser = useNative() === undefined
  const found = findShortcuts(table, text)
  const press = (shortcut: Shortcut, keys: Keys) => {
    const rival = table.findRival(shortcut, keys)
    setRecording(undefined)
    setPressed({ shortcut, keys, rival })
    if (!rival) keeping.keep({ [shortcut.id]: keys })
  }
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
        <Button isSmall disabled={!table.hasChanges} onClick={() => keeping.keep(null)}>
          Reset all
        </Button>
      </div>
      {keeping.error && <Failure>{keeping.error}</Failure>}
      {found.length === 0 && <Empty>No command is called that, or has such keys.</Empty>}
      {found.map(({ group, shortcuts }) => (
        <section key={group} aria-label={group}>
          <h4 className={shared.part}>{group}</h4>
          <ul className={shared.rows}>
            {shortcuts.map((shortcut) => (
              <ShortcutRow
                key={shortcut.id}
                shortcut={shortcut}
                isRecording={recording === shortcut.id}
                onRecord={(isOn) => setRecording(isOn ? shortcut.id : undefined)}
                onPress={(keys) => press(shortcut, keys)}
                onKeep={(keys) => keeping.keep({ [shortcut.id]: keys })}
              >
                {pressed?.shortcut.id === shortcut.id && (
                  <Told
                    {...pressed}
                    isInBrowser={isInBrowser}
                    onTake={(taken) => keeping.keep(taken)}
                    onClose={() => setPressed(undefined)}
                  />
                )}
              </ShortcutRow>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

type Choices = Readonly<Record<string, Keys | 'none' | null>> | null

function useKeeping() {
  const client = useHost()
  const change = useCommand(client['settings.change'])
  return {
    error: change.error,
    keep: (shortcuts: Choices) => void change.run?.({ shortcuts }),
  }
}

interface ToldProps extends Pressed {
  readonly isInBrowser: boolean
  readonly onTake: (choices: Choices) => void
  readonly onClose: () => void
}

/** What has to be known of the keys that were pressed, and what can be done of it. */
function Told({ shortcut, keys, rival, isInBrowser, onTake, onClose }: ToldProps) {
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
