import { type Keys, keysOf } from '../../client/keys.ts'
import type { ShortcutTable } from '../../client/shortcuts.ts'
import { commandIdOf, type ReviewAct, reviewActs } from './review-acts.ts'

/** Beside those of the commands, which hold before these. */
const further: Readonly<Record<Keys, ReviewAct>> = { arrowdown: 'next', arrowup: 'previous' }

/** What is asked for by the keys that the review's commands have now. */
export function actOf(
  table: ShortcutTable,
  pressed: Parameters<typeof keysOf>[0],
): ReviewAct | undefined {
  const keys = keysOf(pressed)
  if (keys === undefined) return undefined
  const command = table.findIn('the review', keys)
  if (!command) return further[keys]
  return reviewActs.find(({ act }) => commandIdOf(act) === command.id)?.act
}
