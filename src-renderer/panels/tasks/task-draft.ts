import {
  type ProjectTask,
  TaskFields,
  type TaskPriority,
  type TaskStatus,
} from '#shared/events/task.ts'

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
