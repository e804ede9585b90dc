import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

/** As `task`, but nobody waits for it: its report comes later, as a message. */
export const delegateTask = defineTool({
  name: 'delegate_task',
  effect: 'read',
  isDelegation: true,
  description:
    'As `task`, but answers at once: the subagent works in the background while you go on, and its report comes to you as a message when your turn has ended. For long work whose result you do not need for your next steps.',
  schema: z.object({
    subagent_type: z.string().describe('Which subagent type does it.'),
    description: z.string().describe('All it is told, as for `task`.'),
  }),
  delegatesTo: (args) => [args['subagent_type']],
  title: (args) => `Delegate to ${textOf(args['subagent_type'], 'a subagent')} in the background`,
})
