import { z } from 'zod'
import { Todo } from '#shared/events/todos.ts'
import { defineTool } from './define.ts'

const Plan = z.object({ todos: z.array(Todo) })

/** The plan is the agent's own: nothing outside the session changes. */
export const writeTodos = defineTool({
  name: 'write_todos',
  effect: 'read',
  title: () => 'Update the plan',
  plan: (args) => Plan.safeParse(args).data?.todos,
  display: (_result, args) =>
    Array.isArray(args['todos']) ? { type: 'list', items: args['todos'].length } : undefined,
})
