import { Dialog } from '@base-ui/react/dialog'
import { Command as Field } from 'cmdk'
import { type ReactNode, useRef } from 'react'
import type { SessionId } from '#shared/ids.ts'
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
  const listed = commandsHere(desk.here).filter(({ id }) => id !== 'palette')
  const { openSession } = desk.here.navigation
  return (
    <Palette label={LABEL} placeholder="Search, or run a command" onClose={onClose}>
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
      <SessionItems desk={desk} onChoose={(id) => openSession(id)} />
    </Palette>
  )
}

/** Every session, to be opened beside those that are. */
export function SessionChooser({ desk, onClose }: CommandPaletteProps) {
  return (
    <Palette
      label="Sessions to open beside this"
      placeholder="Open a session beside this"
      onClose={onClose}
    >
      <SessionItems desk={desk} onChoose={(id) => desk.here.navigation.openBeside?.(id)} />
    </Palette>
  )
}

interface PaletteProps {
  readonly label: string
  readonly placeholder: string
  readonly onClose: () => void
  readonly children: ReactNode
}

function Palette({ label, placeholder, onClose, children }: PaletteProps) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <Dialog.Root open onOpenChange={(isOpen) => isOpen || onClose()}>
      <Dialog.Portal>
        <Dialog.Backdrop className={styles.overlay} />
        <Dialog.Popup className={styles.content} aria-label={label} initialFocus={input}>
          <Field label={label} loop>
            <Field.Input ref={input} className={styles.input} placeholder={placeholder} />
            <Field.List className={styles.list}>
              <Field.Empty className={styles.empty}>Nothing is called that.</Field.Empty>
              {children}
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

interface SessionItemsProps {
  readonly desk: Desk
  readonly onChoose: (sessionId: SessionId) => void
}

function SessionItems({ desk, onChoose }: SessionItemsProps) {
  const { data: sessions = [] } = useSessions()
  if (sessions.length === 0) return null
  return (
    <Field.Group heading="Sessions" className={styles.group}>
      {sessions.slice(0, MANY).map(({ id, title, projectName }) => (
        <Field.Item
          key={id}
          value={`${title} ${projectName} ${id}`}
          className={styles.item}
          onSelect={() => void desk.perform(() => onChoose(id))}
        >
          <span>{title}</span>
          <small>{projectName}</small>
        </Field.Item>
      ))}
    </Field.Group>
  )
}
