import { z } from 'zod'
import { defineTool, pathOf } from '../../definition/define-tool.ts'
import { ALL_FILES } from '../../definition/touches.ts'

export const debugSetBreakpoints = defineTool({
  name: 'debug_set_breakpoints',
  effect: 'read',
  description:
    'Sets the lines of one file at which the program you debug stops, in place of those the file had; none: it stops nowhere there. A line that nothing runs is moved to the next that something does, and said so.',
  schema: z.object({
    path: z.string().describe('The source file, as in /workspace/src/cart.ts.'),
    breakpoints: z
      .array(
        z.object({
          line: z.int().positive(),
          condition: z
            .string()
            .max(1000)
            .optional()
            .describe('Stops only where it holds. It may only look: calls are refused.'),
        }),
      )
      .max(100),
  }),
  touches: ({ path }) => ({
    reads: [typeof path === 'string' ? path : ALL_FILES],
    changes: ['debugger'],
  }),
  title: ({ path, breakpoints }) => {
    const count = Array.isArray(breakpoints) ? breakpoints.length : 0
    const what = count === 1 ? 'a breakpoint' : `${count || 'no'} breakpoints`
    return `Set ${what} in ${pathOf(path)}`
  },
})
