import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'

export interface DeleteDialogProps {
  /** What it is called. */
  readonly name: string
  /** What becomes of it, and what does not. */
  readonly description: string
  /** Of the button: a verb, and what it is done to. */
  readonly action: string
  readonly onDelete: () => Promise<unknown>
  readonly onClose: () => void
}

/** Asks before something is deleted for good. Closes once it is. */
export function DeleteDialog({ name, description, action, onDelete, onClose }: DeleteDialogProps) {
  const remove = useCommand(async () => {
    await onDelete()
    onClose()
  })
  return (
    <Dialog
      title={`Delete “${name}”`}
      description={description}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={remove.isRunning} onClick={() => void remove.run?.()}>
            {action}
          </Button>
        </>
      }
    >
      {remove.error && <p role="alert">{remove.error}</p>}
    </Dialog>
  )
}
