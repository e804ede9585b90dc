import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

/** What a subagent does is judged call by call; starting one changes nothing. */
export const task = defineTool({
  name: 'task',
  effect: 'read',
  isDelegation: true,
  isAnsweredBySubagent: true,
  description:
    'Starts a subagent with a clean context for one task, and answers with its report. `description` is all it is told, so give it the aim, what is known, the paths, whether it may change anything, and what to report. Calls in one answer run in parallel.',
  schema: z.object({
    description: z.string().describe('All it is told.'),
    subagent_type: z.string().describe('Which subagent type does it.'),
  }),
  delegatesTo: (args) => [args['subagent_type']],
  touches: () => ({ changes: [ALL_FILES] }),
  title: (args) => `Delegate to ${textOf(args['subagent_type'], 'a subagent')}`,
})
