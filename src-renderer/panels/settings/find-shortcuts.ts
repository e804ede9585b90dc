import { writeKeys } from '../../client/keys.ts'
import type { Shortcut, ShortcutTable } from '../../client/shortcuts.ts'

export interface ShortcutGroup {
  readonly group: string
  readonly shortcuts: readonly Shortcut[]
}

/** Those with every word of a text in their name, their group or their keys; in their groups. */
export function findShortcuts(table: ShortcutTable, text: string): readonly ShortcutGroup[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  const found = table.all.filter((one) => {
    const said = sayAll(table, one)
    return words.every((word) => said.includes(word))
  })
  const groups = new Set(found.map(({ group }) => group))
  return [...groups].map((group) => ({
    group,
    shortcuts: found.filter((one) => one.group === group),
  }))
}

function sayAll(table: ShortcutTable, { id, title, group, keysIn }: Shortcut): string {
  const keys = table.keysOf(id)
  const written = keys ? `${keys} ${writeKeys(keys)}` : ''
  return `${title} ${group} ${keysIn ?? ''} ${written}`.toLowerCase()
}
