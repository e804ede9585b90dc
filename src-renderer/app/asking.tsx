import { type ReactNode, useState } from 'react'
import { AskingContext, type Question } from '../client/asking.ts'
import { DeleteDialog } from '../ui/delete-dialog.tsx'

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
