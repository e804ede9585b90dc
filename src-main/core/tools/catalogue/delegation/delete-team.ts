import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

/** What its members did stands; only they are gone. */
export const deleteTeam = defineTool({
  name: 'delete_team',
  effect: 'read',
  isDelegation: true,
  description:
    'Dissolves a team when its work is done: members at work are stopped, and what they know is forgotten. What they did stands.',
  schema: z.object({ name: z.string() }),
  touches: () => ({ changes: ['agents'] }),
  title: (args) => `Dissolve the team ${textOf(args['name'], 'without a name')}`,
})
