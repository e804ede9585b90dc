import { z } from 'zod'
import { runUntilStop, WAIT_SECONDS } from './debugging/run-until-stop.ts'
import { tellState } from './debugging/tell-state.ts'
import { defineTool, textOf } from './define.ts'

const Action = z.enum(['next', 'stepIn', 'stepOut', 'continue', 'pause', 'stop'])

export const debugControl = defineTool({
  name: 'debug_control',
  effect: 'execute',
  description:
    'Lets the program you debug go on, and answers where it stops next: `next` runs the line, `stepIn` goes into what it calls, `stepOut` runs to the end of the function, `continue` to the next breakpoint or exception. `pause` stops a program that runs. `stop` ends it with all it started: do so once you know enough.',
  schema: z.object({ action: Action, timeout_seconds: WAIT_SECONDS }),
  title: (args) => `Debugger: ${WORDS.get(textOf(args['action'])) ?? 'control the program'}`,
  risk: () => 'Lets the program in the debugger run on, as it was allowed to when it was started.',
  run: async ({ action, timeout_seconds: seconds }, context) => {
    const session = context.debugging.get(context.call.agentId)
    if (action === 'stop') {
      await session.end('ok', 'Its agent ended it.')
      return tellState(session, context)
    }
    return runUntilStop(context, seconds, async () => {
      if (action !== 'pause') await session.go(action, context.signal)
      else if (session.state.type === 'running') await session.pause(context.signal)
      return { session }
    })
  },
})

const WORDS: ReadonlyMap<string, string> = new Map([
  ['next', 'next line'],
  ['stepIn', 'step in'],
  ['stepOut', 'step out'],
  ['continue', 'continue'],
  ['pause', 'pause'],
  ['stop', 'end the program'],
])
