import type { InboxItem } from '#shared/contract/approvals.ts'
import { idOf } from './item-words.ts'

/** What is looked at, and where in the list it was. */
export interface Choice {
  readonly item: InboxItem
  readonly index: number
}

/**
 * What is looked at now that the list is this. After a decision it is the next in the list. What went
 * without one stays, so that nothing takes its place under somebody's hands.
 */
export function followChoice(
  choice: Choice | undefined,
  items: readonly InboxItem[],
  decided: ReadonlySet<string>,
): Choice | undefined {
  const found = choice ? findPlace(items, choice.item) : 0
  if (choice && found < 0 && !decided.has(idOf(choice.item))) return choice
  const index = found < 0 ? Math.min(choice?.index ?? 0, items.length - 1) : found
  const item = items[index]
  if (!item) return undefined
  return choice?.item === item && choice.index === index ? choice : { item, index }
}

/** Where it is in the list; below 0: it is not there any more. */
export function findPlace(items: readonly InboxItem[], item: InboxItem): number {
  return items.findIndex((one) => idOf(one) === idOf(item))
}

/** What was there and is not, and was not decided here. */
export function findGone(
  before: readonly InboxItem[],
  after: readonly InboxItem[],
  decided: ReadonlySet<string>,
): readonly InboxItem[] {
  return before.filter((item) => findPlace(after, item) < 0 && !decided.has(idOf(item)))
}
