import { useState } from 'react'
import type { SessionId } from '#shared/ids.ts'
import { useAskedSearch } from '../client/asked-search.ts'
import { useHostDescription, usePlaybooks, useProjects, useSessions } from '../client/documents.ts'
import { writeKeys } from '../client/keys.ts'
import { useShortcutTable } from '../client/shortcuts.ts'
import { formatPath } from '../ui/format.ts'
import { type Command, type CommandGroup, commandGroups } from './commands/command.ts'
import { commandsHere } from './commands/index.ts'
import type { Desk } from './desk.ts'
import { findEntries } from './find-entries.ts'
import { Palette, PaletteGroup, PaletteItem } from './palette.tsx'
import { rankGroups } from './palette-score.ts'
import { recentCommands, rememberCommand } from './recent-commands.ts'

export interface CommandPaletteProps {
  readonly desk: Desk
  readonly onClose: () => void
}

const LABEL = 'Commands, projects and sessions'

/** Everything that can be done here, every project and every session, by a few letters. */
export function CommandPalette({ desk, onClose }: CommandPaletteProps) {
  const listed = commandsHere(desk.here).filter(({ id }) => id !== 'palette')
  const { openSession } = desk.here.navigation
  const [text, setText] = useState('')
  const recent = recentCommands().flatMap((id) => listed.find((one) => one.id === id) ?? [])
  const valuesOf = (group: CommandGroup) => listed.filter((one) => one.group === group).map(toValue)
  const groups = text === '' ? commandGroups : rankGroups(commandGroups, valuesOf, text)
  return (
    <Palette
      label={LABEL}
      placeholder="Search, or run a command"
      text={text}
      onWrite={setText}
      onClose={onClose}
    >
      {/* What is looked for is found once. */}
      {text === '' && <CommandItems heading="Recently used" commands={recent} desk={desk} />}
      {groups.map((group) => (
        <CommandItems
          key={group}
          heading={group}
          commands={listed.filter(
            (one) => one.group === group && !(text === '' && recent.includes(one)),
          )}
          desk={desk}
        />
      ))}
      <PlaybookItems desk={desk} />
      <ProjectItems desk={desk} text={text} />
      <SessionItems desk={desk} text={text} onChoose={(id) => openSession(id)} />
      <SearchItem desk={desk} text={text.trim()} />
    </Palette>
  )
}

export interface SessionChooserProps extends CommandPaletteProps {
  /** What opening one is called. */
  readonly label: string
  readonly onChoose: (sessionId: SessionId) => void
}

/** Every session, and no more. */
export function SessionChooser({ desk, label, onChoose, onClose }: SessionChooserProps) {
  const [text, setText] = useState('')
  return (
    <Palette label={label} placeholder={label} text={text} onWrite={setText} onClose={onClose}>
      <SessionItems desk={desk} text={text} onChoose={onChoose} />
    </Palette>
  )
}

interface CommandItemsProps {
  readonly heading: string
  readonly commands: readonly Command[]
  readonly desk: Desk
}

/** What a command is found by. */
function toValue({ title, id }: Command): string {
  return `${title} ${id}`
}

function CommandItems({ heading, commands, desk }: CommandItemsProps) {
  if (commands.length === 0) return null
  return (
    <PaletteGroup heading={heading}>
      {commands.map((command) => (
        <PaletteItem
          key={command.id}
          value={toValue(command)}
          onChoose={() => {
            rememberCommand(command.id)
            void desk.perform(() => command.run(desk.here))
          }}
        >
          <span>{command.title}</span>
          <Keys command={command} />
        </PaletteItem>
      ))}
    </PaletteGroup>
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
    <PaletteGroup heading="Playbooks">
      {playbooks.map(({ name, title, argumentHint }) => (
        <PaletteItem
          key={name}
          value={`Playbook ${title} ${name}`}
          onChoose={() => void desk.perform(() => session.startPlaybook(name))}
        >
          <span>Playbook: {title}</span>
          <small>{argumentHint}</small>
        </PaletteItem>
      ))}
    </PaletteGroup>
  )
}

interface ItemsProps {
  readonly desk: Desk
  /** What is looked for. */
  readonly text: string
}

function ProjectItems({ desk, text }: ItemsProps) {
  const { data: projects = [] } = useProjects()
  const { data: host } = useHostDescription()
  const there = projects.filter(({ isMissing }) => !isMissing)
  const found = findEntries(there, text, ({ name, path }) => `Open ${name} ${path}`)
  if (found.length === 0) return null
  return (
    <PaletteGroup heading="Projects">
      {found.map(({ id, name, path }) => (
        <PaletteItem
          key={id}
          value={`Open ${name} ${path} ${id}`}
          onChoose={() => void desk.perform(() => desk.openFolder('folder', path))}
        >
          <span>Open {name}</span>
          <small>{formatPath(path, host?.homeDir)}</small>
        </PaletteItem>
      ))}
    </PaletteGroup>
  )
}

interface SessionItemsProps extends ItemsProps {
  readonly onChoose: (sessionId: SessionId) => void
}

function SessionItems({ desk, text, onChoose }: SessionItemsProps) {
  const { data: sessions = [] } = useSessions()
  const found = findEntries(sessions, text, ({ title, projectName }) => `${title} ${projectName}`)
  if (found.length === 0) return null
  return (
    <PaletteGroup heading="Sessions">
      {found.map(({ id, title, projectName }) => (
        <PaletteItem
          key={id}
          value={`${title} ${projectName} ${id}`}
          onChoose={() => void desk.perform(() => onChoose(id))}
        >
          <span>{title}</span>
          <small>{projectName}</small>
        </PaletteItem>
      ))}
    </PaletteGroup>
  )
}

/** What nothing here is called may have been said or done: it is found in a session, the newest where none is open. */
function SearchItem({ desk, text }: { readonly desk: Desk; readonly text: string }) {
  const [, ask] = useAskedSearch()
  const { data: sessions = [] } = useSessions()
  const { session, navigation } = desk.here
  const [newest] = sessions
  if (text === '' || (!session && !newest)) return null
  const search = () => {
    ask({ text, active: 0, awaitedIn: session ? undefined : newest?.id, where: 'everything' })
    if (session) session.goTo('search')
    else if (newest) navigation.openSession(newest.id)
  }
  return (
    <PaletteGroup heading="Search" isAlways>
      <PaletteItem value="search-everything" isAlways onChoose={() => void desk.perform(search)}>
        <span>Search everything for “{text}”</span>
      </PaletteItem>
    </PaletteGroup>
  )
}
