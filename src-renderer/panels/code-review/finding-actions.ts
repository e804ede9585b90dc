import { type Keys, keysOf } from '../../keyboard/keys.ts'
import type { ShortcutTable } from '../../keyboard/shortcuts.ts'

interface FindingActEntry {
  readonly act: string
  /** As a command names it. */
  readonly title: string
  /** While the findings have the focus; as commands write them. */
  readonly keys: string
}

/** What can be done with the finding that is looked at. */
export const findingActs = [
  { act: 'next', title: 'Go to the next finding', keys: 'j' },
  { act: 'previous', title: 'Go to the finding before', keys: 'k' },
  { act: 'first', title: 'Go to the first finding', keys: 'home' },
  { act: 'last', title: 'Go to the last finding', keys: 'end' },
  { act: 'open', title: 'Open the finding in the editor', keys: 'o' },
  { act: 'accept', title: 'Accept the finding’s suggestion', keys: 'a' },
  { act: 'dismiss', title: 'Dismiss the finding, or reopen it', keys: 'd' },
  { act: 'choose', title: 'Choose the finding, or leave it', keys: 'x' },
  { act: 'send', title: 'Send the chosen findings to the agent', keys: 's' },
] as const satisfies readonly FindingActEntry[]

export type FindingAct = (typeof findingActs)[number]['act']

/** The event by which the findings are asked for one; its detail is the act. */
export const FINDING_ACT_EVENT = 'orrery-finding-act'

/** The window's command that does the same. */
export function findingCommandOf(act: FindingAct): string {
  return `finding-${act}`
}

/** Beside those of the commands, which hold before these. */
const further: Readonly<Record<Keys, FindingAct>> = {
  arrowdown: 'next',
  arrowup: 'previous',
  enter: 'open',
  space: 'choose',
}

/** What is asked for by the keys that the findings' commands have now. */
export function findingActOf(
  table: ShortcutTable,
  pressed: Parameters<typeof keysOf>[0],
): FindingAct | undefined {
  const keys = keysOf(pressed)
  if (keys === undefined) return undefined
  const command = table.findIn('the code review', keys)
  if (!command) return further[keys]
  return findingActs.find(({ act }) => findingCommandOf(act) === command.id)?.act
}
