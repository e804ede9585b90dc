import { defineTool, textOf } from './define.ts'

/** What a subagent does is judged call by call; starting one changes nothing. */
export const task = defineTool({
  name: 'task',
  effect: 'read',
  isDelegation: true,
  isAnsweredBySubagent: true,
  delegatesTo: (args) => [args['subagent_type']],
  title: (args) => `Delegate to ${textOf(args['subagent_type'], 'a subagent')}`,
})
