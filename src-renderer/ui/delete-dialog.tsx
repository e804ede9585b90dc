import { Button } from './button.tsx'
import styles from './delete-dialog.module.css'
import { Dialog } from './dialog.tsx'
import { FramedList } from './framed-list.tsx'

interface Lost {
  readonly items: readonly string[]
  readonly total: number
}

export interface DeleteDialogProps {
  /** What is to be done: a verb, and what it is done to. */
  readonly title: string
  /** What becomes of it, and what does not. */
  readonly description: string
  /** Of the button: a verb, and what it is done to. */
  readonly action: string
  /** What goes with it, one by one; `total` counts those that are not told, too. */
  readonly lost?: Lost
  readonly isDeleting: boolean
  /** Why it could not be deleted, as a sentence. */
  readonly error: string | undefined
  readonly onDelete: () => void
  readonly onClose: () => void
}

/** Asks before something is done that cannot be undone. */
export function DeleteDialog(props: DeleteDialogProps) {
  const { title, description, action, lost, isDeleting, error, onDelete, onClose } = props
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
      {lost && lost.total > 0 && (
        <FramedList label="What goes with it" items={lost.items} total={lost.total}>
          {(item) => (
            <li key={item} className={styles.lost} title={item}>
              {item}
            </li>
          )}
        </FramedList>
      )}
      {error && <p role="alert">{error}</p>}
    </Dialog>
  )
}
