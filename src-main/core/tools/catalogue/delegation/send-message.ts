import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

export const sendMessage = defineTool({
  name: 'send_message',
  effect: 'read',
  description:
    'Writes to a teammate, or to `lead`. Whoever sleeps wakes; whoever works hears it with the next step. You are not answered here: an answer comes to you as a message.',
  schema: z.object({
    to: z.string().describe('The name of a teammate, or lead.'),
    text: z.string().describe('The message. It is all the other is told.'),
  }),
  touches: () => ({ changes: ['agents'] }),
  title: (args) => `Write to ${textOf(args['to'], 'somebody')}`,
})
