import { useQueryClient } from '@tanstack/react-query'
import type { DeletePreview } from '#shared/contract/procedures/forks.ts'
import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { useHost } from '../connection/host-context.tsx'
import { type Question, useAsking } from '../ui/overlays/confirmation.tsx'
import { useToasts } from '../ui/overlays/toasts.tsx'
import { hostQueryKey } from './host-query.ts'

type Deleted = Pick<SessionSummary, 'id' | 'title' | 'isRunning'>

/**
 * Deletes a session, and offers to take that back; asks before where something is at work in it, which
 * cannot be brought back, or work in its folder is nowhere else. Answers whether it is deleted.
 */
export function useDeletingSession(): (session: Deleted) => Promise<boolean> {
  const client = useHost()
  const queries = useQueryClient()
  const { tellUndoable } = useToasts()
  const ask = useAsking()
  return async (session) => {
    const { id: sessionId, title, isRunning } = session
    const lost = await client['sessions.previewDelete']({ sessionId })
    const question = questionOf(session, lost)
    if (question && !(await ask(question))) return false
    const canUndo = !isRunning
    await client['sessions.delete']({ sessionId, canUndo, discard: question !== undefined })
    if (canUndo) {
      tellUndoable(`Deleted “${title}”.`, async () => {
        await client['sessions.restore']({ sessionId })
        await queries.invalidateQueries({ queryKey: hostQueryKey('store.sizes') })
      })
    }
    return true
  }
}

/** Nothing where nothing is lost that cannot be brought back. */
function questionOf(
  { title, isRunning }: Deleted,
  { folder, unsaved }: DeletePreview,
): Question | undefined {
  const hasUnsaved = folder !== undefined && unsaved.total > 0
  if (!isRunning && !hasUnsaved) return undefined
  const sentences = [
    ...(isRunning ? ['It runs: that ends now. Its log cannot be brought back.'] : []),
    folder === undefined
      ? 'The files of the project stay as they are.'
      : `Its own folder ${folder} is deleted with it.`,
    ...(hasUnsaved ? [`What it changed there and is in no commit: ${files(unsaved.total)}.`] : []),
  ]
  return {
    title: `Delete “${title}”`,
    description: sentences.join(' '),
    action: hasUnsaved ? 'Delete anyway' : 'Delete the session',
    lost: unsaved,
  }
}

function files(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}
