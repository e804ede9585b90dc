import { useQueryClient } from '@tanstack/react-query'
import type { InboxItem } from '#shared/contract/approvals.ts'
import { INBOX } from '../../client/documents.ts'
import { useHost } from '../../client/host-context.tsx'
import { useToasts } from '../../client/toasts.ts'

/**
 * What is to be done once something was said of an item: settles when the list is without it. What was
 * said of calls that were cut off is heard when their session goes on, which is offered after the last.
 */
export function useSettling(settle: (item: InboxItem) => void) {
  const client = useHost()
  const queries = useQueryClient()
  const { tell } = useToasts()
  return async (item: InboxItem) => {
    settle(item)
    await queries.invalidateQueries({ queryKey: INBOX })
    if (item.type !== 'unfinished') return
    const { sessionId, sessionTitle } = item
    const others = queries.getQueryData<readonly InboxItem[]>(INBOX) ?? []
    if (others.some((one) => one.type === 'unfinished' && one.sessionId === sessionId)) return
    tell({
      text: `“${sessionTitle}” goes by your word as soon as it goes on.`,
      action: { label: 'Go on', run: () => client['sessions.resume']({ sessionId }) },
    })
  }
}
