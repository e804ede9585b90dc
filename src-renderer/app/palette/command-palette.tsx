import { useState } from 'react'
import { z } from 'zod'
import type { SessionId } from '#shared/lib/ids.ts'
import { toCommandId } from '#shared/settings/former-command-ids.ts'
import { writeKeys } from '../../keyboard/keys.ts'
import { useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useAskedSearch } from '../../navigation/requested-search.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import { formatPath } from '../../ui/text/format.ts'
import { type Command, type CommandGroup, commandGroups, type Desk } from '../commands/command.ts'
import { commandsHere } from '../commands/index.ts'
import { Palette, PaletteGroup, PaletteItem } from './palette.tsx'
import { findEntries, rankGroups } from './palette-search.ts'

interface CommandPaletteProps {
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

interface SessionChooserProps extends CommandPaletteProps {
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
  const { data: playbooks = [] } = useHostQuery('playbooks.list', {})
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
  const { data: projects = [] } = useHostQuery('projects.list', {})
  const { data: host } = useHostQuery('host.describe', {})
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
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
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
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
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

const KEY = 'orrery.recent-commands'
const KEPT = 6

const Ids = z.array(z.string())

/** The ids of the commands that were chosen last in the palette, the latest first. */
function recentCommands(): readonly string[] {
  try {
    return [...new Set(Ids.parse(JSON.parse(localStorage.getItem(KEY) ?? '[]')).map(toCommandId))]
  } catch {
    return []
  }
}

function rememberCommand(id: string): void {
  const ids = [id, ...recentCommands().filter((one) => one !== id)]
  localStorage.setItem(KEY, JSON.stringify(ids.slice(0, KEPT)))
}
