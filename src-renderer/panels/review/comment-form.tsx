import { type FormEvent, type KeyboardEvent, useId } from 'react'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { TextArea } from '../../ui/text-area.tsx'
import { placeOfComment } from './comment-place.ts'
import styles from './comments.module.css'
import type { HunkRow } from './rows.ts'
import type { Commenting } from './use-comment-drafts.ts'
import { useReviewCommands } from './use-review-commands.ts'

export interface CommentFormProps {
  readonly row: HunkRow
  readonly commenting: Commenting
}

/** Says something about a change; it stays below until it is sent, or removed. */
export function CommentForm({ row, commenting }: CommentFormProps) {
  const { text, write, close } = commenting
  const id = useId()
  const commands = useReviewCommands()
  const add = useCommand(commands?.comment)
  const said = text.trim()
  const submit = async () => {
    if (said === '' || add.isRunning) return
    const isTaken = await add.run?.({ ...placeOfComment(row), text: said })
    if (isTaken) close()
  }
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    void submit()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') close()
    else if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) void submit()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <form className={styles.form} onSubmit={onSubmit}>
      <label htmlFor={id}>Comment for the agent</label>
      <TextArea
        id={id}
        rows={3}
        value={text}
        autoFocus
        onChange={({ target }) => write(target.value)}
        onKeyDown={onKeyDown}
      />
      <span className={styles.formFoot}>
        {add.error && <span role="alert">{add.error}</span>}
        <Button isSmall onClick={close}>
          Cancel
        </Button>
        <Button isSmall type="submit" disabled={said === '' || !add.run}>
          Add the comment
        </Button>
      </span>
    </form>
  )
}
