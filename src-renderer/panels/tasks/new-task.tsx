import { useState } from 'react'
import { TaskFields } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'
import { useSessionId } from '../../client/session-context.tsx'
import { useCommand } from '../../client/use-command.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { InlineForm } from '../../ui/inline-form.tsx'
import styles from './tasks.module.css'

/** A line for one more: what else there is to say of it is said when it stands there. */
export function NewTask({ projectId }: { readonly projectId: ProjectId }) {
  const client = useHost()
  const sessionId = useSessionId()
  const [title, write] = useState('')
  const add = useCommand((fields: TaskFields) =>
    client['tasks.create']({ projectId, sessionId, fields }),
  )
  const { data: fields } = TaskFields.safeParse({ title })
  const submit = async () => {
    // What was begun meanwhile is the next.
    if (fields && (await add.run?.(fields))) write((now) => (now === title ? '' : now))
  }
  return (
    <div className={styles.new}>
      <InlineForm onSubmit={() => void submit()}>
        <Field
          label="New task"
          isLabelHidden
          placeholder="What is to be done"
          value={title}
          error={add.error}
          onChange={({ target }) => write(target.value)}
        />
        <Button type="submit" disabled={!fields || add.isRunning}>
          Add task
        </Button>
      </InlineForm>
    </div>
  )
}
