import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'
import { NOTHING_TOUCHED } from '../../definition/touches.ts'

export const think = defineTool({
  name: 'think',
  effect: 'read',
  description:
    'Writes down a thought where people and you can find it again: what follows from what was found, which ways there are and what speaks for each. Nothing happens by it.',
  schema: z.object({ thought: z.string().min(1).describe('The thought, complete in itself.') }),
  touches: () => NOTHING_TOUCHED,
  title: (args) => `Think: ${textOf(args['thought'], 'nothing')}`,
})
