import { useState } from 'react'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import { useHost } from '../../client/host-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'

export interface RenameSessionProps {
  readonly session: SessionSummary
  readonly onClose: () => void
}

export function RenameSession({ session, onClose }: RenameSessionProps) {
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
