import { z } from 'zod'
import { defineTool } from '../../definition/define-tool.ts'

export const debugGetStackTrace = defineTool({
  name: 'debug_get_stack_trace',
  effect: 'read',
  description:
    'The calls that led to where the program you debug has stopped: 20 at most, the innermost first, each with its index, which other tools take as `frame`, and the lines around one of them.',
  schema: z.object({
    frame: z.int().min(0).max(19).default(0).describe('The call whose lines are shown.'),
  }),
  touches: () => ({ reads: ['debugger'] }),
  title: () => 'Look at the stack',
})
