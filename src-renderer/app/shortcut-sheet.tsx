import { Dialog } from '../ui/dialog.tsx'
import { type Command, commandGroups } from './commands/command.ts'
import { commands } from './commands/index.ts'
import { writeKeys } from './keys.ts'
import styles from './shortcut-sheet.module.css'

interface Section {
  readonly heading: string
  readonly keys: readonly { readonly title: string; readonly keys: string }[]
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
  { heading: 'In a terminal', keys: inShell() },
  { heading: 'In the editor', keys: [{ title: 'Save the file', keys: 'mod+s' }] },
]

const sections: readonly Section[] = [
  ...commandGroups.map((group) => ({
    heading: group,
    keys: commands.flatMap((command) => lineOf(command, group)),
  })),
  ...ofPlaces,
  {
    heading: 'In the timeline',
    keys: [
      { title: 'Play, or pause', keys: 'space' },
      ...commands.flatMap(({ title, keys, keysIn }) =>
        keys && keys !== 'space' && keysIn === 'the timeline' ? [{ title, keys }] : [],
      ),
    ],
  },
].filter(({ keys }) => keys.length > 0)

function inShell(): Section['keys'] {
  return commands.flatMap(({ title, keysInShell: keys }) => (keys ? [{ title, keys }] : []))
}

function lineOf({ title, group, keys, keysIn }: Command, wanted: string): Section['keys'] {
  return keys && group === wanted && keysIn !== 'the timeline' ? [{ title, keys }] : []
}

/** Every key there is, and what it does. */
export function ShortcutSheet({ onClose }: { readonly onClose: () => void }) {
  return (
    <Dialog title="Shortcuts" isOpen isWide onClose={onClose}>
      <div className={styles.columns}>
        {sections.map(({ heading, keys }) => (
          <section key={heading} className={styles.section} aria-label={heading}>
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
        ))}
      </div>
    </Dialog>
  )
}
