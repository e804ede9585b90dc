import { Dialog } from '@base-ui/react/dialog'
import { Command as Field } from 'cmdk'
import { useRef } from 'react'
import { useHostDescription, usePlaybooks, useProjects, useSessions } from '../client/documents.ts'
import { writeKeys } from '../client/keys.ts'
import { useShortcutTable } from '../client/shortcuts.ts'
import { formatPath } from '../ui/format.ts'
import styles from './command-palette.module.css'
import { type Command, commandGroups } from './commands/command.ts'
import { commandsHere } from './commands/index.ts'
import type { Desk } from './desk.ts'

export interface CommandPaletteProps {
  readonly desk: Desk
  readonly onClose: () => void
}

const LABEL = 'Commands, projects and sessions'
const MANY = 200

/** Everything that can be done here, every project and every session, by a few letters. */
export function CommandPalette({ desk, onClose }: CommandPaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  const listed = commandsHere(desk.here).filter(({ id }) => id !== 'palette')
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.overlay} />
        <Dialog.Popup className={styles.content} aria-label={LABEL} initialFocus={input}>
          <Field label={LABEL} loop>
            <Field.Input
              ref={input}
              className={styles.input}
              placeholder="Search, or run a command"
            />
            <Field.List className={styles.list}>
              <Field.Empty className={styles.empty}>Nothing is called that.</Field.Empty>
              {commandGroups.map((group) => (
                <CommandItems
                  key={group}
                  heading={group}
                  commands={listed.filter((one) => one.group === group)}
                  desk={desk}
                />
              ))}
              <PlaybookItems desk={desk} />
              <ProjectItems desk={desk} />
              <SessionItems desk={desk} />
            </Field.List>
          </Field>
        </Dialog.Popup>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

interface CommandItemsProps {
  readonly heading: string
  readonly commands: readonly Command[]
  readonly desk: Desk
}

function CommandItems({ heading, commands, desk }: CommandItemsProps) {
  if (commands.length === 0) return null
  return (
    <Field.Group heading={heading} className={styles.group}>
      {commands.map((command) => (
        <Field.Item
          key={command.id}
          value={`${command.title} ${command.id}`}
          className={styles.item}
          onSelect={() => void desk.perform(() => command.run(desk.here))}
        >
          <span>{command.title}</span>
          <Keys command={command} />
        </Field.Item>
      ))}
    </Field.Group>
  )
}

function Keys({ command }: { readonly command: Command }) {
  const keys = useShortcutTable().keysOf(command.id)
  if (!keys) return null
  return (
    <>
      {command.keysIn && <small>in {command.keysIn}</small>}
      <kbd>{writeKeys(keys)}</kbd>
    </>
  )
}

/** Where a prompt can be written: what chooses one begins it. */
function PlaybookItems({ desk }: { readonly desk: Desk }) {
  const { data: playbooks = [] } = usePlaybooks()
  const { session } = desk.here
  if (!session?.commands || playbooks.length === 0) return null
  return (
    <Field.Group heading="Playbooks" className={styles.group}>
      {playbooks.map(({ name, title, argumentHint }) => (
        <Field.Item
          key={name}
          value={`Playbook ${title} ${name}`}
          className={styles.item}
          onSelect={() => void desk.perform(() => session.startPlaybook(name))}
        >
          <span>Playbook: {title}</span>
          <small>{argumentHint}</small>
        </Field.Item>
      ))}
    </Field.Group>
  )
}

function ProjectItems({ desk }: { readonly desk: Desk }) {
  const { data: projects = [] } = useProjects()
  const { data: host } = useHostDescription()
  const there = projects.filter(({ isMissing }) => !isMissing)
  if (there.length === 0) return null
  return (
    <Field.Group heading="Projects" className={styles.group}>
      {there.slice(0, MANY).map(({ id, name, path }) => (
        <Field.Item
          key={id}
          value={`Open ${name} ${path} ${id}`}
          className={styles.item}
          onSelect={() => void desk.perform(() => desk.openFolder('folder', path))}
        >
          <span>Open {name}</span>
          <small>{formatPath(path, host?.homeDir)}</small>
        </Field.Item>
      ))}
    </Field.Group>
  )
}

function SessionItems({ desk }: { readonly desk: Desk }) {
  const { data: sessions = [] } = useSessions()
  if (sessions.length === 0) return null
  return (
    <Field.Group heading="Sessions" className={styles.group}>
      {sessions.slice(0, MANY).map(({ id, title, projectName }) => (
        <Field.Item
          key={id}
          value={`${title} ${projectName} ${id}`}
          className={styles.item}
          onSelect={() => void desk.perform(() => desk.here.navigation.openSession(id))}
        >
          <span>{title}</span>
          <small>{projectName}</small>
        </Field.Item>
      ))}
    </Field.Group>
  )
}
