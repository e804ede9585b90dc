import { useQuery } from '@tanstack/react-query'
import { AppError } from '#shared/error.ts'
import { useHost } from '../../client/host-context.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Loading } from '../../ui/notice.tsx'
import { CommitForm } from './commit-form.tsx'
import { commitPreviewQuery, tellNothing } from './commit-preview.ts'

/** Commits what was accepted: which files, and in which words. */
export function CommitDialog({ onClose }: { readonly onClose: () => void }) {
  const query = commitPreviewQuery(useHost(), useSessionId())
  const { data: preview, error, refetch } = useQuery(query)
  // What could be committed a moment ago may be gone by now.
  const nothing = preview && tellNothing(preview)
  if (preview && nothing === undefined) {
    return <CommitForm preview={preview} onClose={onClose} onOutdated={() => void refetch()} />
  }
  return (
    <Dialog
      title="Commit what was accepted"
      isOpen
      onClose={onClose}
      actions={<Button onClick={onClose}>Close</Button>}
    >
      {error && <p role="alert">{AppError.toWire(error).message}</p>}
      {nothing !== undefined && <p>{nothing}</p>}
      {!preview && !error && <Loading label="Loading what can be committed" />}
    </Dialog>
  )
}
