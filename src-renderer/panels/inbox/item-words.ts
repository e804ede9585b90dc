import type { InboxItem } from '#shared/contract/approvals.ts'
import { formatUntil } from '#shared/format-until.ts'
import type { WaitingCard } from '../../client/navigation.tsx'

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
