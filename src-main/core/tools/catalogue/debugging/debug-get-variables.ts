import { z } from 'zod'
import { defineTool } from '../../definition/define-tool.ts'

const MAX_COUNT = 100

export const debugGetVariables = defineTool({
  name: 'debug_get_variables',
  effect: 'read',
  description:
    'The variables where the program you debug has stopped, by scope, or what one value holds: give the `reference` that stands beside it. Values are cut at 500 characters and 200 of them are shown; what holds more says with which reference and start the rest is got. References are good until the program goes on.',
  schema: z.object({
    frame: z.int().min(0).default(0).describe('Of which call on the stack; 0 is the innermost.'),
    reference: z.int().positive().optional().describe('Of a value whose inside you want.'),
    depth: z.int().min(1).max(4).default(2).describe('How far into values that hold others.'),
    start: z.int().min(0).default(0).describe('From the one with this index.'),
    count: z.int().min(1).max(MAX_COUNT).default(MAX_COUNT).describe('How many of one level.'),
  }),
  touches: () => ({ reads: ['debugger'] }),
  title: () => 'Look at variables',
})
