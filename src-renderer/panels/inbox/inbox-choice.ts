import type { InboxItem } from '#shared/contract/procedures/approvals.ts'
import { formatUntil } from '#shared/format/format-until.ts'
import type { WaitingCard } from '../../navigation/navigation.tsx'

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

/** What tells it from all others: a fork has what it inherited under the same ids. */
export function idOf(item: InboxItem): string {
  return `${item.sessionId}-${cardOf(item)?.id ?? 'limit'}`
}

/** Its card in the transcript of its session; `undefined`: the first that is there. */
export function cardOf(item: InboxItem): WaitingCard | undefined {
  if (item.type === 'limit') return undefined
  if (item.type === 'unfinished') return { id: item.call.spanId, spanId: item.call.spanId }
  return { id: item.approval.approvalId, spanId: item.approval.spanId }
}

/** What is asked, was cut off, or is waited for. */
export function titleOf(item: InboxItem): string {
  if (item.type === 'limit') return `Waits until ${formatUntil(item.wait.until, Date.now())}`
  return item.type === 'approval' ? item.approval.title : item.call.title
}

/** Of some that went without anybody here having said anything of them; none were: nothing. */
export function tellGone(items: readonly InboxItem[]): string | undefined {
  const [first] = items
  if (!first) return undefined
  return items.length === 1
    ? `“${titleOf(first)}” waits no longer.`
    : `${items.length} others wait no longer.`
}
