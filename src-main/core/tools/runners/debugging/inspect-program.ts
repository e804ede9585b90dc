import { debugGetStackTrace } from '../../catalogue/debugging/debug-get-stack-trace.ts'
import { debugGetState } from '../../catalogue/debugging/debug-get-state.ts'
import { defineRunner } from '../../context/define-runner.ts'
import { formatFrame, formatState, linesAround } from './format-state.ts'

export const debugGetStateRunner = defineRunner(debugGetState, {
  run: async (_, context) => {
    const session = context.debugging.get(context.call.agentId)
    const state = await formatState(session, context)
    const placed = [...session.breakpoints].flatMap(([path, breakpoints]) =>
      breakpoints.map(
        ({ line, condition, isVerified }) =>
          `  ${path}:${line}${condition ? ` if ${condition}` : ''}${isVerified ? '' : ' (nothing loaded has that line yet)'}`,
      ),
    )
    return placed.length > 0 ? [state, '', 'Breakpoints:', ...placed].join('\n') : state
  },
})

export const debugGetStackTraceRunner = defineRunner(debugGetStackTrace, {
  run: async ({ frame }, context) => {
    const { frames, framesLeftOut } = context.debugging.get(context.call.agentId).stop
    const shown = frames[frame]
    const lines = shown ? await linesAround(shown, context) : []
    const more = framesLeftOut > 0 ? [`  and ${framesLeftOut} more`] : []
    return {
      text: [...frames.map(formatFrame), ...more, '', ...lines].join('\n').trimEnd(),
      display: { type: 'list', items: frames.length },
    }
  },
})
