import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface DeleteDialogProps {
  /** What it is called. */
  readonly name: string
  /** What becomes of it, and what does not. */
  readonly description: string
  /** Of the button: a verb, and what it is done to. */
  readonly action: string
  readonly isDeleting: boolean
  /** Why it could not be deleted, as a sentence. */
  readonly error: string | undefined
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asks before something is deleted for good. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { name, description, action, isDeleting, error, onDelete, onClose } = props
  return (
    <Dialog
      title={`Delete “${name}”`}
      description={description}
      isOpen
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button variant="danger" disabled={isDeleting} onClick={onDelete}>
            {action}
          </Button>
        </>
      }
    >
      {error && <p role="alert">{error}</p>}
    </Dialog>
  )
}
