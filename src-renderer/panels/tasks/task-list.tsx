import { useState } from 'react'
import type { ProjectTask } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/lib/ids.ts'
import { Chip } from '../../ui/buttons/chip.tsx'
import { OpenArrow } from '../../ui/buttons/open-arrow.tsx'
import { Markdown } from '../../ui/markdown/markdown.tsx'
import { TaskForm } from './task-form.tsx'
import styles from './tasks.module.css'
import { groupTasks, priorityWords, statusWords, waitsFor } from './tasks.ts'

interface TaskListProps {
  readonly tasks: readonly ProjectTask[]
  /** Absent where they can't be changed. */
  readonly projectId: ProjectId | undefined
}

/** By status; one of them is open. */
export function TaskList({ tasks, projectId }: TaskListProps) {
  const [openId, open] = useState<number>()
  return (
    <div className={styles.groups}>
      {groupTasks(tasks).map(({ status, tasks: own }) => (
        <section key={status} aria-label={statusWords[status]}>
          <h3 className={styles.status}>
            {statusWords[status]} <span>{own.length}</span>
          </h3>
          <ul className={styles.list}>
            {own.map((task) => (
              <TaskRow
                key={task.id}
                task={task}
                waiting={waitsFor(task, tasks)}
                projectId={projectId}
                isOpen={openId === task.id}
                onToggle={() => open(openId === task.id ? undefined : task.id)}
              />
            ))}
          </ul>
        </section>
      ))}
    </div>
  )
}

interface TaskRowProps {
  readonly task: ProjectTask
  /** The tasks that it waits for. */
  readonly waiting: readonly number[]
  readonly projectId: ProjectId | undefined
  readonly isOpen: boolean
  readonly onToggle: () => void
}

function TaskRow({ task, waiting, projectId, isOpen, onToggle }: TaskRowProps) {
  const { id, title, priority, who } = task
  const isPressing = priority === 'urgent' || priority === 'high'
  return (
    <li className={styles.task} data-status={task.status}>
      <button type="button" className={styles.row} aria-expanded={isOpen} onClick={onToggle}>
        <OpenArrow />
        <span className={styles.number}>#{id}</span>
        <span className={styles.title} title={title}>
          {title}
        </span>
        {isPressing && <Chip tone={priority === 'urgent' ? 'error' : 'warn'}>{priority}</Chip>}
        {waiting.length > 0 && <Waiting numbers={waiting} />}
        {who && (
          <span className={styles.who} title={who}>
            {who}
          </span>
        )}
      </button>
      {isOpen &&
        (projectId ? (
          <TaskForm key={id} task={task} projectId={projectId} onDone={onToggle} />
        ) : (
          <TaskDetails task={task} />
        ))}
    </li>
  )
}

/** More than these would leave the title no room. */
const TOLD = 3

function Waiting({ numbers }: { readonly numbers: readonly number[] }) {
  const all = numbers.map((one) => `#${one}`).join(', ')
  return (
    <Chip title={`Waits for ${all}`}>
      waits for {numbers.length > TOLD ? `${numbers.length} tasks` : all}
    </Chip>
  )
}

/** All that is said of a task, to be read. */
function TaskDetails({ task }: { readonly task: ProjectTask }) {
  const { description, priority, who, dependsOn, files } = task
  const needs = dependsOn.map((id) => `#${id}`).join(', ')
  const facts = [
    ['Priority', priorityWords[priority]],
    ['Who does it', who],
    ['Waits for', needs],
    ['Files', files.join('\n')],
  ].filter(([, value]) => value !== '')
  return (
    <div className={styles.details}>
      {description && <Markdown text={description} />}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
