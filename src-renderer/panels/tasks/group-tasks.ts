import type { ProjectTask, TaskPriority, TaskStatus } from '#shared/events/task.ts'

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

export interface TaskGroup {
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
