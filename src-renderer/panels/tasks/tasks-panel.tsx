import { ListTodo } from 'lucide-react'
import type { ProjectTask } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TasksState } from '#shared/projections/tasks.ts'
import { useIsRecording } from '../../client/host-context.tsx'
import { useCommands, useIsLive, useSessionView } from '../../client/session-context.tsx'
import { useProjectTasks } from '../../client/task-documents.ts'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { Empty, Failure, Loading } from '../../ui/notice.tsx'
import { PanelBar, useIsTab } from '../../ui/panel-bar.tsx'
import { VisuallyHidden } from '../../ui/visually-hidden.tsx'
import { NewTask } from './new-task.tsx'
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
  const { data: tasks, error, isLoading } = useProjectTasks(projectId)
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
