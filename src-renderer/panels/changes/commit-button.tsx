import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { CommitPreview } from '#shared/contract/procedures/changes.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ChangesState } from '#shared/projections/changes.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useNavigation } from '../../navigation/navigation.tsx'
import { hostQuery, useHostQuery } from '../../queries/host-query.ts'
import { useCommands, useSessionId, useSessionView } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Loading } from '../../ui/loading/notice.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import { CommitForm } from './commit-form.tsx'

/** Leads to the commit of what was accepted: there once something was, and never in a past. */
export function CommitButton() {
  const hasAccepted = useProjection(useSessionView(), 'changes', selectAccepted)
  const canCommit = useCommands() !== undefined && hasAccepted
  const [isOpen, open] = useState(false)
  const look = useLooking()
  const [isLooking, setLooking] = useState(false)
  // Kept while the person looks at what would run.
  const [draft, setDraft] = useState<string>()
  const { openSettings } = useNavigation()
  if (!canCommit) return null
  const lookFirst = async () => {
    setLooking(true)
    if (await look()) open(true)
    setLooking(false)
  }
  const close = (written?: string) => {
    setDraft(written)
    open(false)
  }
  const openTrust = (written: string) => {
    close(written)
    openSettings('trust')
  }
  return (
    <>
      <Button isSmall aria-busy={isLooking} onClick={() => void (isLooking || lookFirst())}>
        Commit…
      </Button>
      {isOpen && <CommitDialog draft={draft} onOpenTrust={openTrust} onClose={() => close()} />}
    </>
  )
}

/** Answers whether there is something to commit; otherwise says why not. */
function useLooking(): () => Promise<boolean> {
  const queries = useQueryClient()
  const query = hostQuery(useHost(), 'changes.previewCommit', { sessionId: useSessionId() })
  const { tell } = useToasts()
  return async () => {
    try {
      const why = tellNothing(await queries.fetchQuery({ ...query, staleTime: 0 }))
      if (why !== undefined) tell({ text: why })
      return why === undefined
    } catch (error) {
      tell({ text: AppError.toWire(error).message })
      return false
    }
  }
}

const selectAccepted = ({ files }: ChangesState) =>
  Object.values(files).some(({ accepted }) => accepted !== undefined)

interface CommitDialogProps {
  /** A message that the person wrote before. */
  readonly draft: string | undefined
  /** Called with the message to keep. */
  readonly onOpenTrust: (message: string) => void
  readonly onClose: () => void
}

/** Commits what was accepted: which files, and in which words. */
function CommitDialog({ draft, onOpenTrust, onClose }: CommitDialogProps) {
  const input = { sessionId: useSessionId() }
  const { data: preview, error, refetch } = useHostQuery('changes.previewCommit', input)
  // What could be committed a moment ago may be gone by now.
  const nothing = preview && tellNothing(preview)
  if (preview && nothing === undefined) {
    return (
      <CommitForm
        preview={preview}
        draft={draft}
        onOpenTrust={onOpenTrust}
        onClose={onClose}
        onOutdated={() => void refetch()}
      />
    )
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

/** Why there is nothing to commit, as a sentence; `undefined` where there are files to be looked at. */
function tellNothing({ obstacle, files }: CommitPreview): string | undefined {
  if (obstacle !== undefined) return obstacle
  return files.length > 0
    ? undefined
    : 'Nothing was accepted that is not committed. Accept changes first.'
}
