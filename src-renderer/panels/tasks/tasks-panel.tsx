import { ListTodo } from 'lucide-react'
import { useState } from 'react'
import { type ProjectTask, TaskFields } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TasksState } from '#shared/projections/tasks.ts'
import { useHost, useIsRecording } from '../../connection/host-context.tsx'
import { useHostQuery } from '../../queries/host-query.ts'
import { useCommand } from '../../queries/use-command.ts'
import {
  useCommands,
  useIsLive,
  useSessionId,
  useSessionView,
} from '../../session/session-context.tsx'
import { sameItems, useProjection } from '../../session/use-projection.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { Field, InlineForm } from '../../ui/forms/field.tsx'
import { Empty, Failure, Loading } from '../../ui/loading/notice.tsx'
import { PanelBar, useIsTab } from '../../ui/panels/panel-bar.tsx'
import { VisuallyHidden } from '../../ui/text/visually-hidden.tsx'
import { TaskList } from './task-list.tsx'
import styles from './tasks.module.css'

const projectOf = ({ projectId }: StatusState) => projectId
const listOf = ({ byId }: TasksState) => Object.values(byId)

/** What is to be done on the project; in the past, what the session knew of that, and as it was then. */
export function TasksPanel() {
  const isRecording = useIsRecording()
  const isLive = useIsLive()
  const projectId = useProjection(useSessionView(), 'status', projectOf)
  return (
    <div className={styles.panel}>
      {isLive && !isRecording && projectId ? <Present projectId={projectId} /> : <Past />}
    </div>
  )
}

function Present({ projectId }: { readonly projectId: ProjectId }) {
  const { data: tasks, error, isLoading } = useHostQuery('tasks.list', { projectId })
  const canChange = useCommands() !== undefined
  return (
    <>
      <Head tasks={tasks ?? []} />
      {canChange && <NewTask projectId={projectId} />}
      {isLoading && <Loading label="Loading the tasks" />}
      {error && <Failure>The tasks could not be listed. {error.message}</Failure>}
      {tasks?.length === 0 && (
        <Empty icon={<ListTodo aria-hidden="true" />}>
          What is to be done on this project beyond one session stands here. You and the agents
          write it down.
        </Empty>
      )}
      {tasks && <TaskList tasks={tasks} projectId={canChange ? projectId : undefined} />}
    </>
  )
}

function Past() {
  const tasks = useProjection(useSessionView(), 'tasks', listOf, sameItems)
  return (
    <>
      <Head tasks={tasks} />
      {tasks.length === 0 ? (
        <Empty icon={<ListTodo aria-hidden="true" />}>
          The session knew of no tasks at this moment.
        </Empty>
      ) : (
        <TaskList tasks={tasks} projectId={undefined} />
      )}
    </>
  )
}

function Head({ tasks }: { readonly tasks: readonly ProjectTask[] }) {
  const isTab = useIsTab()
  const closed = tasks.filter(({ status }) => status === 'done' || status === 'dropped').length
  const told = tasks.length > 0 && `${tasks.length - closed} to do, ${closed} closed`
  // A tab says what it is, and the groups how many they are.
  if (isTab) {
    return (
      <VisuallyHidden>
        <h2>Tasks</h2>
        <p>{told}</p>
      </VisuallyHidden>
    )
  }
  return (
    <PanelBar className={styles.head}>
      <h2>Tasks</h2>
      <span>{told}</span>
    </PanelBar>
  )
}

/** A line for one more: what else there is to say of it is said when it stands there. */
function NewTask({ projectId }: { readonly projectId: ProjectId }) {
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
