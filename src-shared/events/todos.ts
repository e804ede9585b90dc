import { z } from 'zod'
import { defineEvent } from './define.ts'

export const Todo = z.object({
  content: z.string(),
  status: z.enum(['pending', 'in_progress', 'completed']),
})
export type Todo = z.infer<typeof Todo>

/** An agent's whole plan, as it now stands. */
export const todosChanged = defineEvent('todos.changed', z.object({ todos: z.array(Todo) }))
