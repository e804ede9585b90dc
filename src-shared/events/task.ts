import { z } from 'zod'
import { defineEvent } from './define.ts'

export const TaskStatus = z.enum(['open', 'in_progress', 'done', 'dropped'])
export type TaskStatus = z.infer<typeof TaskStatus>

export const TaskPriority = z.enum(['low', 'normal', 'high', 'urgent'])
export type TaskPriority = z.infer<typeof TaskPriority>

/** What is said of a task. */
export const TaskFields = z.object({
  title: z.string().trim().min(1).max(200),
  description: z.string().max(4_000).default(''),
  status: TaskStatus.default('open'),
  priority: TaskPriority.default('normal'),
  /** Whose it is, in words: a person, or a subagent type. */
  who: z.string().trim().max(100).default(''),
  /** The tasks that have to be done before, by number. */
  dependsOn: z.array(z.int().positive()).max(50).default([]),
  /** As agents see them: `/workspace/…`, `/docs/…`. */
  files: z.array(z.string().startsWith('/').max(500)).max(50).default([]),
})
export type TaskFields = z.infer<typeof TaskFields>

/** Something to be done on a project, whichever session does it. */
export const ProjectTask = z.object({
  ...TaskFields.shape,
  /** Counts from 1 in its project, and is never given again. */
  id: z.int().positive(),
  /** Counts its changes from 1. */
  version: z.int().positive(),
  /** Milliseconds since the epoch. */
  createdAt: z.number(),
  changedAt: z.number(),
})
export type ProjectTask = z.infer<typeof ProjectTask>

/**
 * Tasks as they now are, and the numbers of those that are gone. `elsewhere`: another session, or a
 * person outside of this one, changed them before, and this one takes note.
 */
export const taskChanged = defineEvent(
  'task.changed',
  z.object({
    changed: z.array(ProjectTask),
    removed: z.array(z.int().positive()),
    by: z.enum(['call', 'person', 'elsewhere']),
  }),
)

export const Todo = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
})
export type Todo = z.infer<typeof Todo>

/** An agent's whole plan, as it now stands. */
export const todosChanged = defineEvent('todos.changed', z.object({ todos: z.array(Todo) }))
