import { z } from 'zod'
import { type Args, defineTool, textOf } from './define.ts'

const Members = z.array(z.looseObject({ name: z.string(), subagent_type: z.string() }))

/** What each teammate does is judged call by call. */
export const createTeam = defineTool({
  name: 'create_team',
  effect: 'read',
  isDelegation: true,
  delegatesTo: (args) => membersOf(args).map((member) => member.subagent_type),
  title: (args) => `Make the team ${textOf(args['name'], 'without a name')}`,
  display: (_result, args) => ({ type: 'list', items: membersOf(args).length }),
})

function membersOf(args: Args): z.infer<typeof Members> {
  return Members.safeParse(args['members']).data ?? []
}
