import { Command } from 'cmdk'
import { useSessions } from '../client/documents.ts'
import { useNavigation } from '../client/navigation.tsx'
import styles from './command-palette.module.css'

export interface Action {
  readonly title: string
  readonly shortcut?: string
  /** It cannot be done now. */
  readonly isHidden?: boolean
  readonly act: () => void
}

export interface CommandPaletteProps {
  readonly actions: readonly Action[]
  readonly onClose: () => void
}

const MANY = 200

/** Everything that can be done and every session there is, by a few letters. */
export function CommandPalette({ actions, onClose }: CommandPaletteProps) {
  const run = (act: () => void) => {
    onClose()
    act()
  }
  return (
    <Command.Dialog
      open
      onOpenChange={(isOpen) => isOpen || onClose()}
      label="Commands and sessions"
      overlayClassName={styles.overlay ?? ''}
      contentClassName={styles.content ?? ''}
      loop
    >
      <Command.Input className={styles.input} placeholder="Search, or run a command" />
      <Command.List className={styles.list}>
        <Command.Empty className={styles.empty}>Nothing is called that.</Command.Empty>
        <Command.Group heading="Commands" className={styles.group}>
          {actions
            .filter(({ isHidden }) => !isHidden)
            .map(({ title, shortcut, act }) => (
              <Command.Item
                key={title}
                value={title}
                className={styles.item}
                onSelect={() => run(act)}
              >
                <span>{title}</span>
                {shortcut && <kbd>{shortcut}</kbd>}
              </Command.Item>
            ))}
        </Command.Group>
        <SessionItems onChoose={run} />
      </Command.List>
    </Command.Dialog>
  )
}

function SessionItems({ onChoose }: { readonly onChoose: (act: () => void) => void }) {
  const { data: sessions } = useSessions()
  const { openSession } = useNavigation()
  if (!sessions?.length) return null
  return (
    <Command.Group heading="Sessions" className={styles.group}>
      {sessions.slice(0, MANY).map(({ id, title, projectName }) => (
        <Command.Item
          key={id}
          value={`${title} ${projectName} ${id}`}
          className={styles.item}
          onSelect={() => onChoose(() => openSession(id))}
        >
          <span>{title}</span>
          <small>{projectName}</small>
        </Command.Item>
      ))}
    </Command.Group>
  )
}
