import { useState } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { useHost } from '../../client/host-context.tsx'
import { useNavigation } from '../../client/navigation.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { DeleteDialog } from '../../ui/delete-dialog.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { formatNumber } from '../../ui/format.ts'

interface SessionDialogProps {
  readonly session: SessionSummary
  readonly onClose: () => void
}

export function RenameSession({ session, onClose }: SessionDialogProps) {
  const client = useHost()
  const [title, setTitle] = useState(session.title)
  const rename = useCommand(async () => {
    await client['sessions.rename']({ sessionId: session.id, title })
    onClose()
  })
  return (
    <Dialog title="Rename the session" isOpen onClose={onClose}>
      <form
        onSubmit={(event) => {
          event.preventDefault()
          void rename.run?.()
        }}
      >
        <Field
          label="Title"
          value={title}
          maxLength={200}
          error={rename.error}
          onFocus={({ target }) => target.select()}
          onChange={(event) => setTitle(event.target.value)}
        />
        <div style={{ display: 'flex', justifyContent: 'flex-end', gap: 8, marginTop: 16 }}>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="primary" type="submit" disabled={!title.trim() || rename.isRunning}>
            Rename
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

/** Asks, for what is at work cannot be brought back. `isOpen`: it is the session this window shows. */
export function DeleteSession({
  session,
  isOpen,
  onClose,
}: SessionDialogProps & { readonly isOpen: boolean }) {
  const client = useHost()
  const { openWelcome } = useNavigation()
  const remove = useCommand(async () => {
    await client['sessions.delete']({ sessionId: session.id })
    onClose()
    if (isOpen) openWelcome()
  })
  const description = `It runs: that ends now. Its log of ${formatNumber(session.lastSeq, 'event')} is deleted and cannot be brought back. The files of the project stay as they are.`
  return (
    <DeleteDialog
      title={`Delete “${session.title}”`}
      description={description}
      action="Delete the session"
      isDeleting={remove.isRunning}
      error={remove.error}
      onDelete={() => void remove.run?.()}
      onClose={onClose}
    />
  )
}
