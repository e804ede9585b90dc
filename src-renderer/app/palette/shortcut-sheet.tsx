import { writeKeys } from '../../keyboard/keys.ts'
import { type KeyPlace, type ShortcutTable, useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useNavigation } from '../../navigation/navigation.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { commandGroups } from '../commands/command.ts'
import { commands } from '../commands/index.ts'
import styles from './shortcut-sheet.module.css'

interface Line {
  readonly title: string
  readonly keys: string
}

interface Section {
  readonly heading: string
  readonly keys: readonly Line[]
}

/** Keys that belong to what has the focus, and are no commands. */
const ofPlaces: readonly Section[] = [
  {
    heading: 'In the prompt',
    keys: [
      { title: 'Send', keys: 'enter' },
      { title: 'Begin a new line', keys: 'shift+enter' },
      { title: 'Name a file of the project', keys: '@' },
    ],
  },
  {
    heading: 'On a call that waits',
    keys: [
      { title: 'Approve', keys: 'enter' },
      { title: 'Edit', keys: 'e' },
      { title: 'Reject', keys: 'r' },
    ],
  },
  {
    heading: 'In a terminal',
    keys: commands.flatMap(({ title, keysInShell: keys }) => (keys ? [{ title, keys }] : [])),
  },
  { heading: 'In the editor', keys: [{ title: 'Save the file', keys: 'mod+s' }] },
  {
    heading: 'In a comparison',
    keys: [
      { title: 'Next difference', keys: 'n' },
      { title: 'Previous difference', keys: 'shift+n' },
      { title: 'Open the left session there', keys: 'enter' },
      { title: 'Open the right session there', keys: 'shift+enter' },
    ],
  },
]

/** Places that have many keys, so that these are listed by place. */
const ownPlaces: readonly KeyPlace[] = ['the changes', 'the code review', 'the timeline']

/** Every key there is, and what it does. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  const table = useShortcutTable()
  const { openSettings } = useNavigation()
  const change = () => {
    onClose()
    openSettings('shortcuts')
  }
  return (
    <Dialog title="Shortcuts" isOpen isWide onClose={onClose}>
      <div className={styles.change}>
        <Button onClick={change}>Change them…</Button>
      </div>
      <div className={styles.columns}>
        {sectionsOf(table).map((section) => (
          <Lines key={section.heading} {...section} />
        ))}
      </div>
    </Dialog>
  )
}

function sectionsOf(table: ShortcutTable): readonly Section[] {
  const lines = table.all.flatMap(({ id, title, group, keysIn }) => {
    const keys = table.keysOf(id)
    const isOfPlace = keysIn !== undefined && ownPlaces.includes(keysIn)
    return keys ? [{ title, keys, heading: isOfPlace ? keysIn : group }] : []
  })
  const linesOf = (heading: string) => lines.filter((line) => line.heading === heading)
  return [
    ...commandGroups.map((heading) => ({ heading, keys: linesOf(heading) })),
    ...ofPlaces,
    ...ownPlaces.map((place) => ({ heading: `In ${place}`, keys: linesOf(place) })),
  ].filter(({ keys }) => keys.length > 0)
}

function Lines({ heading, keys }: Section) {
  return (
    <section className={styles.section} aria-label={heading}>
      <h3>{heading}</h3>
      <dl>
        {keys.map((line) => (
          <div key={line.title} className={styles.line}>
            <dt>{line.title}</dt>
            <dd>
              <kbd>{writeKeys(line.keys)}</kbd>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  )
}
