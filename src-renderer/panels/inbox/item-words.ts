import type { InboxItem } from '#shared/contract/approvals.ts'
import type { WaitingCard } from '../../client/navigation.tsx'

/** What tells it from all others: a fork has what it inherited under the same ids. */
export function idOf(item: InboxItem): string {
  const id = item.type === 'approval' ? item.approval.approvalId : item.call.spanId
  return `${item.sessionId}-${id}`
}

/** Its card in the transcript of its session. */
export function cardOf(item: InboxItem): WaitingCard {
  if (item.type === 'unfinished') return { id: item.call.spanId, spanId: item.call.spanId }
  return { id: item.approval.approvalId, spanId: item.approval.spanId }
}

/** What is asked, or was cut off. */
export function titleOf(item: InboxItem): string {
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
