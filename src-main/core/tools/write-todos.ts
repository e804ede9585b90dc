import { defineTool } from './define.ts'

/** The plan is the agent's own: nothing outside the session changes. */
export const writeTodos = defineTool({
  name: 'write_todos',
  effect: 'read',
  title: () => 'Update the plan',
  display: (_result, args) =>
    Array.isArray(args['todos']) ? { type: 'list', items: args['todos'].length } : undefined,
})
