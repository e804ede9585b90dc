import { type ReactNode, useEffect, useEffectEvent } from 'react'
import { type Keys, keysOf } from '../../keyboard/keys.ts'
import { ShortcutContext, ShortcutTable, useShortcutTable } from '../../keyboard/shortcuts.ts'
import { useHostQuery } from '../../queries/host-query.ts'
import type { Command } from '../commands/command.ts'
import { commands } from '../commands/index.ts'

const TEXT_FIELD = 'input, textarea, select, [contenteditable], [role="textbox"]'

/** Gives the command whose keys are pressed, wherever the focus is; while one writes, only with the modifier, or a key of the top row. */
export function useShortcuts(
  listCommands: () => readonly Command[],
  give: (command: Command) => void,
): void {
  const table = useShortcutTable()
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const keys = keysOf(event)
    if (keys === undefined || (!writesNothing(keys) && isWriting(event.target))) return
    if (event.eventPhase === Event.CAPTURING_PHASE && !isTakenFirst(keys, event.target)) return
    const command = listCommands().find((one) => listensTo(table, one, keys))
    if (!command || (command.isLeftToText && isWriting(event.target))) return
    event.preventDefault()
    event.stopPropagation()
    give(command)
  })
  useEffect(() => {
    const listening = new AbortController()
    const listen = (event: KeyboardEvent) => onKey(event)
    for (const capture of [true, false]) {
      window.addEventListener('keydown', listen, { capture, signal: listening.signal })
    }
    return () => listening.abort()
  }, [])
}

/** The editor has keys for nearly all there is, some of them in two strokes, and lets none pass: it keeps what it names. */
function isTakenFirst(keys: Keys, target: EventTarget | null): boolean {
  const editor = target instanceof Element ? target.closest('[data-own-keys]') : null
  const own = editor?.getAttribute('data-own-keys')?.split(' ')
  return own !== undefined && !own.includes(keys)
}

function writesNothing(keys: Keys): boolean {
  return keys.startsWith('mod+') || /^(shift\+)?f\d+$/.test(keys)
}

function isWriting(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest(TEXT_FIELD) !== null
}

function listensTo(table: ShortcutTable, command: Command, pressed: Keys): boolean {
  const { id, keysInShell, keysIn } = command
  return !keysIn && (table.keysOf(id) === pressed || keysInShell === pressed)
}

/** Gives everything inside the keys of every command, as the person has chosen them. */
export function Shortcuts({ children }: { readonly children: ReactNode }) {
  const { data } = useHostQuery('settings.read', {})
  return (
    <ShortcutContext value={new ShortcutTable(commands, data?.shortcuts ?? {})}>
      {children}
    </ShortcutContext>
  )
}
