import {
  type ProjectTask,
  TaskFields,
  type TaskPriority,
  type TaskStatus,
} from '#shared/events/task.ts'

export const statusWords: Readonly<Record<TaskStatus, string>> = {
  in_progress: 'In progress',
  open: 'Open',
  done: 'Done',
  dropped: 'Dropped',
}

export const priorityWords: Readonly<Record<TaskPriority, string>> = {
  urgent: 'Urgent',
  high: 'High',
  normal: 'Normal',
  low: 'Low',
}

interface TaskGroup {
  readonly status: TaskStatus
  readonly tasks: readonly ProjectTask[]
}

const RANK = { urgent: 0, high: 1, normal: 2, low: 3 } as const

/** By status, those that are worked on first; in each the most pressing first, or of what is over the latest. */
export function groupTasks(tasks: readonly ProjectTask[]): readonly TaskGroup[] {
  const order: readonly TaskStatus[] = ['in_progress', 'open', 'done', 'dropped']
  return order.flatMap((status) => {
    const own = tasks.filter((task) => task.status === status)
    const isOver = status === 'done' || status === 'dropped'
    const sorted = own.toSorted(isOver ? byChange : byRank)
    return sorted.length > 0 ? [{ status, tasks: sorted }] : []
  })
}

function byRank(one: ProjectTask, other: ProjectTask): number {
  return RANK[one.priority] - RANK[other.priority] || one.id - other.id
}

function byChange(one: ProjectTask, other: ProjectTask): number {
  return other.changedAt - one.changedAt || one.id - other.id
}

/** The numbers of those that have to be done before. */
export function waitsFor(task: ProjectTask, tasks: readonly ProjectTask[]): readonly number[] {
  const isOpen = (id: number) =>
    tasks.some((one) => one.id === id && (one.status === 'open' || one.status === 'in_progress'))
  return task.status === 'open' ? task.dependsOn.filter(isOpen) : []
}

/** A task as a person writes it. */
export interface TaskDraft {
  readonly title: string
  readonly description: string
  readonly status: TaskStatus
  readonly priority: TaskPriority
  readonly who: string
  /** Numbers, with anything between them. */
  readonly dependsOn: string
  /** One a line. */
  readonly files: string
}

export const NEW_TASK: TaskDraft = {
  title: '',
  description: '',
  status: 'open',
  priority: 'normal',
  who: '',
  dependsOn: '',
  files: '',
}

export function toDraft(task: ProjectTask): TaskDraft {
  return {
    ...task,
    dependsOn: task.dependsOn.map((id) => `#${id}`).join(', '),
    files: task.files.join('\n'),
  }
}

/** What was written, as it is kept; `undefined`: it can't be. */
export function toFields(draft: TaskDraft): TaskFields | undefined {
  const numbers = draft.dependsOn.match(/\d+/g) ?? []
  const paths = draft.files.split('\n').map((path) => path.trim())
  const files = paths.filter((path) => path !== '').map(toPath)
  const dependsOn = [...new Set(numbers.map(Number))]
  return TaskFields.safeParse({ ...draft, dependsOn, files }).data
}

/** People leave out where the project begins. */
function toPath(path: string): string {
  return path.startsWith('/') ? path : `/workspace/${path}`
}
