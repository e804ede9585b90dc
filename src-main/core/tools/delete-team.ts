import { defineTool, textOf } from './define.ts'

/** What its members did stands; only they are gone. */
export const deleteTeam = defineTool({
  name: 'delete_team',
  effect: 'read',
  isDelegation: true,
  title: (args) => `Dissolve the team ${textOf(args['name'], 'without a name')}`,
})
