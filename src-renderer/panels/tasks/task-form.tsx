import { useId, useState } from 'react'
import { type ProjectTask, type TaskFields, TaskPriority, TaskStatus } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { useHost } from '../../connection/host-context.tsx'
import { useCommand } from '../../queries/use-command.ts'
import { useSessionId } from '../../session/session-context.tsx'
import { Button } from '../../ui/buttons/button.tsx'
import { Field, TextArea } from '../../ui/forms/field.tsx'
import { StaleNotice } from '../../ui/forms/stale-notice.tsx'
import { Failure } from '../../ui/loading/notice.tsx'
import { useToasts } from '../../ui/overlays/toasts.tsx'
import styles from './tasks.module.css'
import { priorityWords, statusWords, type TaskDraft, toDraft, toFields } from './tasks.ts'

interface TaskFormProps {
  readonly task: ProjectTask
  readonly projectId: ProjectId
  readonly onDone: () => void
}

/** A task to be changed. What changed meanwhile is never overwritten. */
export function TaskForm({ task, projectId, onDone }: TaskFormProps) {
  const [begun, begin] = useState({ task, draft: toDraft(task) })
  const { save, remove } = useTaskCommands(begun.task, projectId)
  const { draft } = begun
  const write = (part: Partial<TaskDraft>) => begin({ ...begun, draft: { ...draft, ...part } })
  const fields = toFields(draft)
  const isStale = task.version !== begun.task.version && !save.isRunning
  const submit = async () => {
    if (fields && (await save.run?.(fields))) onDone()
  }
  const error = save.error ?? remove.error
  return (
    <form
      className={styles.form}
      aria-label={`Task #${task.id}`}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      <Said draft={draft} onWrite={write} />
      <Facts draft={draft} onWrite={write} />
      {isStale ? (
        <StaleNotice
          written="what you wrote"
          onLoad={() => begin({ task, draft: toDraft(task) })}
        />
      ) : (
        error && <Failure>{error}</Failure>
      )}
      <div className={styles.foot}>
        <Button variant="quiet" disabled={remove.isRunning} onClick={() => void remove.run?.()}>
          Delete
        </Button>
        <Button onClick={onDone}>Cancel</Button>
        <Button variant="primary" type="submit" disabled={!fields || isStale || save.isRunning}>
          Save
        </Button>
      </div>
    </form>
  )
}

function useTaskCommands({ id, version, ...task }: ProjectTask, projectId: ProjectId) {
  const client = useHost()
  const sessionId = useSessionId()
  const { tellUndoable } = useToasts()
  const which = { projectId, sessionId }
  const save = useCommand((fields: TaskFields) =>
    client['tasks.update']({ ...which, id, version, fields }),
  )
  const remove = useCommand(async () => {
    await client['tasks.remove']({ ...which, id, version })
    const { title, description, status, priority, who, dependsOn, files } = task
    const fields = { title, description, status, priority, who, dependsOn, files }
    tellUndoable(`Deleted task #${id}.`, () => client['tasks.create']({ ...which, fields }))
  })
  return { save, remove }
}

interface PartProps {
  readonly draft: TaskDraft
  readonly onWrite: (part: Partial<TaskDraft>) => void
}

function Said({ draft, onWrite }: PartProps) {
  const id = useId()
  return (
    <>
      <Field
        label="Title"
        value={draft.title}
        maxLength={200}
        onChange={({ target }) => onWrite({ title: target.value })}
      />
      <label className={styles.label} htmlFor={id}>
        What is to be done
      </label>
      <TextArea
        id={id}
        rows={4}
        maxLength={4_000}
        value={draft.description}
        onChange={({ target }) => onWrite({ description: target.value })}
      />
    </>
  )
}

function Facts({ draft, onWrite }: PartProps) {
  const id = useId()
  return (
    <>
      <div className={styles.facts}>
        <Choice
          label="Status"
          value={draft.status}
          options={TaskStatus.options.map((value) => ({ value, label: statusWords[value] }))}
          onChoose={(value) => onWrite({ status: TaskStatus.parse(value) })}
        />
        <Choice
          label="Priority"
          value={draft.priority}
          options={TaskPriority.options.map((value) => ({ value, label: priorityWords[value] }))}
          onChoose={(value) => onWrite({ priority: TaskPriority.parse(value) })}
        />
        <Field
          label="Who does it"
          value={draft.who}
          maxLength={100}
          onChange={({ target }) => onWrite({ who: target.value })}
        />
        <Field
          label="Waits for"
          placeholder="#1, #2"
          value={draft.dependsOn}
          onChange={({ target }) => onWrite({ dependsOn: target.value })}
        />
      </div>
      <label className={styles.label} htmlFor={id}>
        Files, one a line
      </label>
      <TextArea
        id={id}
        rows={2}
        value={draft.files}
        onChange={({ target }) => onWrite({ files: target.value })}
      />
    </>
  )
}

interface ChoiceProps {
  readonly label: string
  readonly value: string
  readonly options: readonly { readonly value: string; readonly label: string }[]
  readonly onChoose: (value: string) => void
}

function Choice({ label, value, options, onChoose }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <span className={styles.label}>{label}</span>
      <select value={value} onChange={({ target }) => onChoose(target.value)}>
        {options.map((one) => (
          <option key={one.value} value={one.value}>
            {one.label}
          </option>
        ))}
      </select>
    </label>
  )
}
