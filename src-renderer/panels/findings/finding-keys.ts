import { type Keys, keysOf } from '../../client/keys.ts'
import type { ShortcutTable } from '../../client/shortcuts.ts'
import { type FindingAct, findingActs, findingCommandOf } from './finding-acts.ts'

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
  const command = table.findIn('the findings', keys)
  if (!command) return further[keys]
  return findingActs.find(({ act }) => findingCommandOf(act) === command.id)?.act
}
