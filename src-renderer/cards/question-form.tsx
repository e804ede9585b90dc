import type { FormEvent } from 'react'
import type { StoredJson } from '#shared/events/value.ts'
import { Button } from '../ui/button.tsx'
import { optionsOf } from './call-arguments.ts'
import styles from './card.module.css'
import type { Decide } from './decide.ts'
import { useArguments } from './use-arguments.ts'

export interface QuestionFormProps {
  readonly args: StoredJson
  /** The answer as far as it is written. */
  readonly message: string
  readonly isBusy: boolean
  readonly onWrite: (message: string) => void
  readonly onDone: (decision: Decide) => void
}

/** What an agent wants to know of a person: an answer it offers takes one press, any other is written. */
export function QuestionForm({ args, message, isBusy, onWrite, onDone }: QuestionFormProps) {
  const known = useArguments(args)
  const options = known ? optionsOf(known) : []
  const answer = (text: string) => onDone({ decision: 'respond', message: text })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (message.trim()) answer(message.trim())
  }
  return (
    <form className={styles.form} aria-label="Decide" onSubmit={submit}>
      {options.length > 0 && (
        <fieldset className={styles.choices} aria-label="Answers to choose from">
          {options.map((option) => (
            <Button
              key={option}
              className={styles.option}
              disabled={isBusy}
              onClick={() => answer(option)}
            >
              {option}
            </Button>
          ))}
        </fieldset>
      )}
      <input
        className={styles.reason}
        aria-label="Answer"
        placeholder={options.length > 0 ? 'Or answer something else' : 'Your answer'}
        value={message}
        data-focus="approval"
        onChange={(event) => onWrite(event.target.value)}
      />
      <div className={styles.choices}>
        <Button type="submit" variant="primary" disabled={isBusy || message.trim() === ''}>
          Answer
        </Button>
        <Button disabled={isBusy} onClick={() => onDone({ decision: 'reject' })}>
          Leave it to the agent
        </Button>
      </div>
    </form>
  )
}
