import { defineTool, textOf } from './define.ts'

export const sendMessage = defineTool({
  name: 'send_message',
  effect: 'read',
  title: (args) => `Write to ${textOf(args['to'], 'somebody')}`,
})
