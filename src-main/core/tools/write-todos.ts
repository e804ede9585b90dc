import { z } from 'zod'
import { Todo } from '#shared/events/todos.ts'
import { defineTool } from './define.ts'

const Plan = z.object({
  todos: z.array(Todo).describe('The whole plan; it takes the place of the one before.'),
})

/** The plan is the agent's own: nothing outside the session changes. */
export const writeTodos = defineTool({
  name: 'write_todos',
  effect: 'read',
  description:
    'Writes down your plan, which the person watches. It replaces the whole list: once in a step, never twice in parallel.',
  schema: Plan,
  touches: () => ({ changes: ['todos'] }),
  title: () => 'Update the plan',
  plan: (args) => Plan.safeParse(args).data?.todos,
  run: async ({ todos }) => {
    const done = todos.filter(({ status }) => status === 'completed').length
    const text = `The plan has ${todos.length} items, of which ${done} are completed.`
    return { text, display: { type: 'list', items: todos.length } }
  },
})
