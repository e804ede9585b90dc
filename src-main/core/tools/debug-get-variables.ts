import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import type { DebugSession } from '../integrations/dap/debug-session.ts'
import type { SeenValue } from '../integrations/dap/session-values.ts'
import { boundLines } from './bound-lines.ts'
import { tellValue, tellValues } from './debugging/tell-values.ts'
import { defineTool } from './define.ts'

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
  run: async ({ frame, reference, depth, start, count }, { debugging, call, signal }) => {
    const session = debugging.get(call.agentId)
    const own = frameOf(session, frame)
    if (reference === undefined) {
      const look = { start, count, depth: depth - 1 }
      const scopes = await session.values.scopes({ id: own.id, index: frame }, look, signal)
      return { text: tell(scopes), display: { type: 'list', items: countOf(scopes) } }
    }
    const look = { start, count, depth: depth - 1 }
    const held = await session.values.held({ reference, frameIndex: frame }, look, signal)
    return {
      text: boundLines(tellValue(held), ADVICE),
      display: { type: 'list', items: countOf([held]) },
    }
  },
})

const ADVICE = 'Look at one value, by its reference.'

function tell(scopes: readonly SeenValue[]): string {
  return boundLines(tellValues(scopes), ADVICE) || 'There are none here.'
}

function countOf(values: readonly SeenValue[]): number {
  return values.reduce((sum, { held = [] }) => sum + held.length, 0)
}

/** A call on the stack of a program that stands still; fails with what to do. */
export function frameOf(session: DebugSession, index: number): { readonly id: number } {
  const { frames } = session.stop
  const frame = frames[index]
  if (frame) return frame
  const message = `There are ${frames.length} calls on the stack: name one from 0 to ${frames.length - 1}.`
  throw new AppError('invalid-input', message)
}
