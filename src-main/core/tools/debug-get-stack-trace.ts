import { z } from 'zod'
import { linesAround, tellFrame } from './debugging/tell-state.ts'
import { defineTool } from './define.ts'

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
  run: async ({ frame }, context) => {
    const { frames, framesLeftOut } = context.debugging.get(context.call.agentId).stop
    const shown = frames[frame]
    const lines = shown ? await linesAround(shown, context) : []
    const more = framesLeftOut > 0 ? [`  and ${framesLeftOut} more`] : []
    return {
      text: [...frames.map(tellFrame), ...more, '', ...lines].join('\n').trimEnd(),
      display: { type: 'list', items: frames.length },
    }
  },
})
