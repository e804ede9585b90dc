import { defineTool, textOf } from './define.ts'

/** As `task`, but nobody waits for it: its report comes later, as a message. */
export const delegateTask = defineTool({
  name: 'delegate_task',
  effect: 'read',
  isDelegation: true,
  delegatesTo: (args) => [args['subagent_type']],
  title: (args) => `Delegate to ${textOf(args['subagent_type'], 'a subagent')} in the background`,
})
