import { z } from 'zod'
import { type Args, defineTool, textOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

const Members = z.array(z.looseObject({ name: z.string(), subagent_type: z.string() }))

/** What each teammate does is judged call by call. */
export const createTeam = defineTool({
  name: 'create_team',
  effect: 'read',
  isDelegation: true,
  description:
    'Makes a team of subagents that keep their context and to which you can write again and again with `send_message`. Each begins with its brief at once, sleeps when it is done, and wakes when somebody writes to it. For work in several rounds on the same matter; for a single task take `task`.',
  schema: z.object({
    name: z.string().describe('What the team is called.'),
    members: z
      .array(
        z.object({
          name: z
            .string()
            .describe('What the teammate is called: small letters, digits and dashes.'),
          subagent_type: z.string(),
          brief: z.string().describe('What it is for and what it is to do first: all it is told.'),
        }),
      )
      .min(1),
  }),
  delegatesTo: (args) => membersOf(args).map((member) => member.subagent_type),
  touches: () => ({ reads: [ALL_FILES], changes: ['agents'] }),
  title: (args) => `Make the team ${textOf(args['name'], 'without a name')}`,
})

function membersOf(args: Args): z.infer<typeof Members> {
  return Members.safeParse(args['members']).data ?? []
}
