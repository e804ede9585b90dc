import { createContext, type ReactNode, useContext, useState } from 'react'
import { Button } from '../buttons/button.tsx'
import { FramedList } from '../lists/framed-list.tsx'
import styles from './confirmation.module.css'
import { Dialog } from './dialog.tsx'

/** What a person is asked before something goes that cannot be brought back. */
export interface Question {
  /** What is to be done: a verb, and what it is done to. */
  readonly title: string
  /** What becomes of it, and what does not. */
  readonly description: string
  /** Of the button: a verb, and what it is done to. */
  readonly action: string
  /** What goes with it, one by one; `total` counts those that are not told, too. */
  readonly lost: { readonly items: readonly string[]; readonly total: number }
}

/** Answers whether it is to be done; leaving is a no. */
export type Ask = (question: Question) => Promise<boolean>

const AskingContext = createContext<Ask>(async () => false)

export function useAsking(): Ask {
  return useContext(AskingContext)
}

interface Asked {
  readonly question: Question
  readonly answer: (isWanted: boolean) => void
}

/** Shows what is asked inside it. A question that is asked over another answers that one with no. */
export function Asking({ children }: { readonly children: ReactNode }) {
  const [asked, setAsked] = useState<Asked>()
  const ask = (question: Question) =>
    new Promise<boolean>((resolve) => {
      setAsked((before) => {
        before?.answer(false)
        return { question, answer: resolve }
      })
    })
  const answer = (isWanted: boolean) => {
    asked?.answer(isWanted)
    setAsked(undefined)
  }
  return (
    <AskingContext value={ask}>
      {children}
      {asked && (
        <DeleteDialog
          {...asked.question}
          isDeleting={false}
          error={undefined}
          onDelete={() => answer(true)}
          onClose={() => answer(false)}
        />
      )}
    </AskingContext>
  )
}

interface DeleteDialogProps extends Omit<Question, 'lost'> {
  readonly lost?: Question['lost']
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
