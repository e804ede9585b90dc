import type { ProjectTask, TaskFields } from '#shared/events/task.ts'

/** Which task, as whoever changes it knew it. */
export interface KnownTask {
  readonly id: number
  readonly version: number
}

export type TaskEdit = { readonly [F in keyof TaskFields]?: TaskFields[F] | undefined }

/** The tasks of one project, for whoever changes them. Expected failures are sentences. */
export interface ProjectTasks {
  /** By number. */
  list(): readonly ProjectTask[]
  /** Fails with `not-found`. */
  get(id: number): ProjectTask
  create(fields: TaskEdit): Promise<ProjectTask>
  /** Fails with `conflict` where it is another version by now. */
  update(known: KnownTask, edit: TaskEdit): Promise<ProjectTask>
  /** What depended on it no longer does. */
  remove(known: KnownTask): Promise<void>
}
