import { z } from 'zod'
import { tellState } from './debugging/tell-state.ts'
import { defineTool } from './define.ts'

export const debugGetState = defineTool({
  name: 'debug_get_state',
  effect: 'read',
  description:
    'Says how the program you debug stands: it runs, has stopped (where and why, with the lines around it), or has ended; what it printed since that was told last; and your breakpoints.',
  schema: z.object({}),
  touches: () => ({ reads: ['debugger'] }),
  title: () => 'Look how the program stands',
  run: async (_, context) => {
    const session = context.debugging.get(context.call.agentId)
    const state = await tellState(session, context)
    const placed = [...session.breakpoints].flatMap(([path, breakpoints]) =>
      breakpoints.map(
        ({ line, condition, isVerified }) =>
          `  ${path}:${line}${condition ? ` if ${condition}` : ''}${isVerified ? '' : ' (nothing loaded has that line yet)'}`,
      ),
    )
    return placed.length > 0 ? [state, '', 'Breakpoints:', ...placed].join('\n') : state
  },
})
