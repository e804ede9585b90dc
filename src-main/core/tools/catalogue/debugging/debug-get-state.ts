import { z } from 'zod'
import { defineTool } from '../../definition/define-tool.ts'

export const debugGetState = defineTool({
  name: 'debug_get_state',
  effect: 'read',
  description:
    'Says how the program you debug stands: it runs, has stopped (where and why, with the lines around it), or has ended; what it printed since that was told last; and your breakpoints.',
  schema: z.object({}),
  touches: () => ({ reads: ['debugger'] }),
  title: () => 'Look how the program stands',
})
