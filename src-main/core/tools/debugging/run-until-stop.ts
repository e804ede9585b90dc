import { z } from 'zod'
import type { DebugSession } from '../../integrations/dap/debug-session.ts'
import type { DebugState } from '../../integrations/dap/session-state.ts'
import type { ToolAnswer } from '../answer.ts'
import type { ToolContext } from '../context.ts'
import { tellState } from './tell-state.ts'

export const WAIT_SECONDS = z
  .number()
  .min(1)
  .max(120)
  .default(20)
  .describe('How long to wait for it to stop or end. It runs on after that.')

/** Sets a program going, waits until it stops, and tells where; what it changes meanwhile is the call's. */
export async function runUntilStop(
  context: ToolContext,
  seconds: number,
  go: () => Promise<{ readonly session: DebugSession; readonly notes?: readonly string[] }>,
): Promise<ToolAnswer> {
  const { workspace, source, signal } = context
  await using _changes = await workspace.command(source)
  const { session, notes = [] } = await go()
  await session.waitForStop(seconds * 1000, signal)
  const text = [await tellState(session, context), ...notes].join('\n\n')
  return { text, ...failureOf(session.state) }
}

/** The failure of a program that has ended, as that of a command. */
function failureOf(state: DebugState): Pick<ToolAnswer, 'failure' | 'isWorkFailure'> {
  if (state.type !== 'ended' || !state.exitCode) return {}
  return { failure: `Program failed with exit code ${state.exitCode}`, isWorkFailure: true }
}
