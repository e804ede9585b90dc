import { type FormEvent, type KeyboardEvent, useState } from 'react'
import type { StoredJson } from '#shared/events/value.ts'
import { mayHaveInvisible } from '#shared/lib/invisible-characters.ts'
import type { Decision } from '#shared/settings/settings.ts'
import { useStoredJson } from '../../session/session-queries.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { CommandCharacters } from '../../ui/text/invisible-text.tsx'
import {
  type CallArguments,
  commandOf,
  optionsOf,
  parseArguments,
  useArguments,
} from '../calls/call-arguments.ts'
import styles from '../card.module.css'
import type { Decide } from './decide.ts'

interface EditArgumentsProps {
  readonly args: StoredJson
  /** As they were changed so far. */
  readonly text: string | undefined
  readonly onWrite: (text: string) => void
  readonly onDone: (args: CallArguments) => void
  readonly onCancel: () => void
}

/** The call's arguments to be changed: a command as itself, anything else as JSON. */
export function EditArguments({ args, onDone, onCancel, ...draft }: EditArgumentsProps) {
  const stored = useStoredJson(args)
  const command = commandOf(args)
  const text = draft.text ?? command ?? stored.text
  const [error, setError] = useState<string>()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const parsed = parseArguments({ text, args, isCommand: command !== undefined })
    if (parsed) onDone(parsed)
    else setError('This is not a JSON object. Correct it, or cancel.')
  }
  return (
    <form className={styles.form} onSubmit={submit}>
      <textarea
        aria-label={command === undefined ? 'Arguments' : 'Command'}
        value={text}
        rows={Math.min(10, text.split('\n').length + 1)}
        spellCheck={false}
        onChange={(event) => draft.onWrite(event.target.value)}
        onKeyDown={onEscape(onCancel)}
      />
      {mayHaveInvisible(text, command === undefined ? 'code' : 'command') && (
        <div>
          <p className={styles.risk}>This field can’t show all characters. With them, it reads:</p>
          <pre className={styles.subject}>
            {command === undefined ? text : <CommandCharacters>{text}</CommandCharacters>}
          </pre>
        </div>
      )}
      {error && <p className={styles.error}>{error}</p>}
      <div className={styles.choices}>
        <Button variant="primary" type="submit">
          Approve as edited
        </Button>
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

interface RejectWithReasonProps {
  readonly allowed: readonly Decision[]
  readonly message: string
  readonly onWrite: (message: string) => void
  readonly onDone: (decision: 'reject' | 'respond', message: string) => void
  readonly onCancel: () => void
}

/** Refuses, with a reason if there is one; or answers in the call's place. */
export function RejectWithReason(props: RejectWithReasonProps) {
  const { allowed, message, onWrite, onDone, onCancel } = props
  const text = message.trim()
  const canReject = allowed.includes('reject')
  return (
    <form
      className={styles.form}
      onSubmit={(event) => {
        event.preventDefault()
        if (canReject) onDone('reject', text)
        else if (text) onDone('respond', text)
      }}
    >
      <input
        className={styles.reason}
        aria-label="Reason, or what to do instead"
        placeholder="Why not, or what to do instead"
        value={message}
        onChange={(event) => onWrite(event.target.value)}
        onKeyDown={onEscape(onCancel)}
      />
      <div className={styles.choices}>
        {canReject && (
          <Button type="submit" variant="primary">
            Reject
          </Button>
        )}
        {allowed.includes('respond') && (
          <Button
            variant={canReject ? 'plain' : 'primary'}
            disabled={text === ''}
            onClick={() => onDone('respond', text)}
            title="The agent gets your words as the call's result."
          >
            Answer in its place
          </Button>
        )}
        <Button onClick={onCancel}>Cancel</Button>
      </div>
    </form>
  )
}

/** The key is used up: what is around does not go by it, too. */
function onEscape(act: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Escape') return
    event.preventDefault()
    act()
  }
}

interface QuestionFormProps {
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
