import { useQueryClient } from '@tanstack/react-query'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { STORE_SIZES } from './documents.ts'
import { useHost } from './host-context.tsx'
import { useToasts } from './toasts.ts'

/** Deletes a session, and offers to take that back. */
export function useDeletingSession(): (
  session: Pick<SessionSummary, 'id' | 'title'>,
) => Promise<void> {
  const client = useHost()
  const queries = useQueryClient()
  const { tellUndoable } = useToasts()
  return async ({ id: sessionId, title }) => {
    await client['sessions.delete']({ sessionId, canUndo: true })
    tellUndoable(`Deleted “${title}”.`, async () => {
      await client['sessions.restore']({ sessionId })
      await queries.invalidateQueries({ queryKey: STORE_SIZES })
    })
  }
}
