import { useEffect, useEffectEvent } from 'react'
import type { MenuCommand, MenuName } from '#shared/contract/native.ts'
import type { NativeClient } from '../../connection/connection.ts'
import type { Keys } from '../../keyboard/keys.ts'
import { type ShortcutTable, useShortcutTable } from '../../keyboard/shortcuts.ts'
import type { Command, CommandGroup, Desk } from '../commands/command.ts'
import { commands, commandsHere } from '../commands/index.ts'

/** In which of the desktop's menus the commands of a group are. */
const menus: Readonly<Record<CommandGroup, MenuName>> = {
  Open: 'File',
  Settings: 'File',
  Editor: 'Edit',
  Changes: 'Edit',
  'Code review': 'Edit',
  Run: 'Session',
  Session: 'Session',
  Playhead: 'Replay',
  Timeline: 'Replay',
  'Go to': 'View',
  Panels: 'View',
  Window: 'View',
}

const names: Readonly<Record<string, string>> = {
  mod: 'CmdOrCtrl',
  shift: 'Shift',
  alt: 'Alt',
  arrowleft: 'Left',
  arrowright: 'Right',
  arrowup: 'Up',
  arrowdown: 'Down',
  enter: 'Enter',
  space: 'Space',
  pageup: 'PageUp',
  pagedown: 'PageDown',
}

interface NativeMenuProps {
  readonly native: NativeClient
  readonly desk: Pick<Desk, 'here' | 'perform'>
}

/** Has the desktop's menus offer what can be done here and now, and does what is chosen in them. It draws nothing. */
export function NativeMenu({ native, desk: { here, perform } }: NativeMenuProps) {
  const table = useShortcutTable()
  const given = commandsHere(here)
  // Compared as a text: another object with the same commands is no other menu.
  const offered = JSON.stringify(offer(given, table))
  useEffect(() => {
    // A desktop that does not answer shows the menus it has.
    void native['native.setMenu']({ commands: JSON.parse(offered) }).catch(() => undefined)
  }, [native, offered])

  const choose = useEffectEvent((id: string) => {
    const command = given.find((one) => one.id === id)
    if (command) void perform(() => command.run(here))
  })
  useEffect(() => {
    const left = new AbortController()
    const follow = async () => {
      for await (const { id } of native['native.chosen']({}, left.signal)) choose(id)
    }
    follow().catch(() => undefined)
    return () => left.abort()
  }, [native])
  return null
}

/** Every command that does not belong to one part of the window alone, whether it can be given now or not. */
function offer(here: readonly Command[], table: ShortcutTable): readonly MenuCommand[] {
  return commands
    .filter(({ keysIn }) => keysIn === undefined)
    .map(({ id, title, group }) => {
      const accelerator = toAccelerator(table.keysOf(id))
      return {
        id,
        title,
        menu: menus[group],
        ...(accelerator !== undefined && { accelerator }),
        isEnabled: here.some((one) => one.id === id),
      }
    })
}

/** As Electron writes keys. Those without a modifier are the page's alone: one also writes with them. */
function toAccelerator(keys: Keys | undefined): string | undefined {
  if (!keys?.startsWith('mod+')) return undefined
  const parts = keys.split('+').filter(Boolean)
  return parts.map((part) => names[part] ?? part.toUpperCase()).join('+')
}
