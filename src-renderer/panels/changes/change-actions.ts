import { type Keys, keysOf } from '../../keyboard/keys.ts'
import type { ShortcutTable } from '../../keyboard/shortcuts.ts'

interface ChangeActEntry {
  readonly act: string
  /** As a command names it. */
  readonly title: string
  /** While the changes have the focus; as commands write them. */
  readonly keys: string
}

/** The acts on the current change. */
export const changeActs = [
  { act: 'next', title: 'Go to the next change', keys: 'j' },
  { act: 'previous', title: 'Go to the change before', keys: 'k' },
  { act: 'first', title: 'Go to the first change', keys: 'home' },
  { act: 'last', title: 'Go to the last change', keys: 'end' },
  { act: 'accept', title: 'Accept the change', keys: 'a' },
  { act: 'revert', title: 'Revert the change', keys: 'r' },
  { act: 'comment', title: 'Comment on the change…', keys: 'c' },
  { act: 'open', title: 'Open the change in the editor', keys: 'o' },
] as const satisfies readonly ChangeActEntry[]

export type ChangeAct = (typeof changeActs)[number]['act']

/** The event by which a list of changes is asked for one; its detail is the act. */
export const CHANGE_ACT_EVENT = 'orrery-change-act'

export function isChangeAct(given: unknown): given is ChangeAct {
  return changeActs.some(({ act }) => act === given)
}

/** The window's command that does the same. */
export function commandIdOf(act: ChangeAct): string {
  return `changes-${act}`
}

/** Beside those of the commands, which hold before these. */
const further: Readonly<Record<Keys, ChangeAct>> = { arrowdown: 'next', arrowup: 'previous' }

/** Returns the act that the pressed keys trigger, with the keys that its command has now. */
export function actOf(
  table: ShortcutTable,
  pressed: Parameters<typeof keysOf>[0],
): ChangeAct | undefined {
  const keys = keysOf(pressed)
  if (keys === undefined) return undefined
  const command = table.findIn('the changes', keys)
  if (!command) return further[keys]
  return changeActs.find(({ act }) => commandIdOf(act) === command.id)?.act
}
