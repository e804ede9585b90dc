import { AppError } from '#shared/lib/app-error.ts'
import type { DebugSession } from '../../../integrations/dap/debug-session.ts'
import type { AskedStart } from '../../../integrations/dap/program-plan/plan-program.ts'
import type { DebugState } from '../../../integrations/dap/session-recorder.ts'
import type { ToolAnswer } from '../../answers/tool-answer.ts'
import { debugControl } from '../../catalogue/debugging/debug-control.ts'
import { debugSetBreakpoints } from '../../catalogue/debugging/debug-set-breakpoints.ts'
import {
  type DebugStartArgs,
  debugStart,
  toProgram,
} from '../../catalogue/debugging/debug-start.ts'
import { defineRunner } from '../../context/define-runner.ts'
import type { ToolContext } from '../../context/tool-context.ts'
import { formatState } from './format-state.ts'

export const debugStartRunner = defineRunner(debugStart, {
  run: async (args, context) => {
    const { debugging, call, signal } = context
    const asked = toAsked(args)
    return runUntilStop(context, args.timeout_seconds, async () => {
      const { session, notes } = await debugging.start(call, asked, signal)
      return { session, notes }
    })
  },
})

function toAsked(args: DebugStartArgs): AskedStart {
  const { program, configuration, file, module, exceptions } = args
  const named = [program, configuration, module].filter((one) => one !== undefined)
  if (named.length !== 1) {
    const message = 'Name one of them: a program, a module, or a configuration of launch.json.'
    throw new AppError('invalid-input', message)
  }
  const byFile = Map.groupBy(args.breakpoints, ({ path }) => path)
  return {
    what: configuration === undefined ? toProgram(args) : { configuration, file },
    breakpoints: byFile,
    exceptions,
  }
}

export const debugControlRunner = defineRunner(debugControl, {
  run: async ({ action, timeout_seconds: seconds }, context) => {
    const session = context.debugging.get(context.call.agentId)
    if (action === 'stop') {
      await session.end('ok', 'Its agent ended it.')
      return formatState(session, context)
    }
    return runUntilStop(context, seconds, async () => {
      if (action !== 'pause') await session.go(action, context.signal)
      else if (session.state.type === 'running') await session.pause(context.signal)
      return { session }
    })
  },
})

/** Starts or resumes a program and waits until it stops. Files that it changes until then count as changed by the call. */
async function runUntilStop(
  context: ToolContext,
  seconds: number,
  go: () => Promise<{ readonly session: DebugSession; readonly notes?: readonly string[] }>,
): Promise<ToolAnswer> {
  const { workspace, source, signal } = context
  await using _changes = await workspace.command(source)
  const { session, notes = [] } = await go()
  await session.waitForStop(seconds * 1000, signal)
  const text = [await formatState(session, context), ...notes].join('\n\n')
  return { text, ...failureOf(session.state) }
}

/** The failure of a program that has ended, as that of a command. */
function failureOf(state: DebugState): Pick<ToolAnswer, 'failure' | 'isWorkFailure'> {
  if (state.type !== 'ended' || !state.exitCode) return {}
  return { failure: `Program failed with exit code ${state.exitCode}`, isWorkFailure: true }
}

export const debugSetBreakpointsRunner = defineRunner(debugSetBreakpoints, {
  run: async ({ path, breakpoints }, { debugging, call, signal }) => {
    const session = debugging.get(call.agentId)
    const placed = await session.place(path, breakpoints, signal)
    const lines = placed.map(({ line, condition, isVerified, message }, index) => {
      const asked = breakpoints[index]?.line
      const moved = asked === undefined || asked === line ? '' : ` (asked for line ${asked})`
      const yet = isVerified ? '' : `: ${message ?? 'nothing that is loaded has that line yet'}`
      return `  line ${line}${moved}${condition ? ` if ${condition}` : ''}${yet}`
    })
    const text =
      lines.length > 0
        ? [`Breakpoints in ${path}:`, ...lines].join('\n')
        : 'It stops nowhere there.'
    return { text, display: { type: 'list', items: placed.length } }
  },
})
