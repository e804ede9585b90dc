import { z } from 'zod'
import { Todo } from '#shared/events/task.ts'
import { defineTool } from '../../definition/define-tool.ts'

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
})
