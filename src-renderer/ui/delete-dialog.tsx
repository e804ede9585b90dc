import { Button } from './button.tsx'
import { Dialog } from './dialog.tsx'

export interface DeleteDialogProps {
  /** What is to be done: a verb, and what it is done to. */
  readonly title: string
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

/** Asks before something is done that cannot be undone. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, description, action, isDeleting, error, onDelete, onClose } = props
  return (
    <Dialog
      title={title}
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
