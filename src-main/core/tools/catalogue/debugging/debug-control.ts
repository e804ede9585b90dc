import { z } from 'zod'
import { defineTool, textOf } from '../../definition/define-tool.ts'

export const WAIT_SECONDS = z
  .number()
  .min(1)
  .max(120)
  .default(20)
  .describe('How long to wait for it to stop or end. It runs on after that.')

const Action = z.enum(['next', 'stepIn', 'stepOut', 'continue', 'pause', 'stop'])

export const debugControl = defineTool({
  name: 'debug_control',
  effect: 'execute',
  description:
    'Lets the program you debug go on, and answers where it stops next: `next` runs the line, `stepIn` goes into what it calls, `stepOut` runs to the end of the function, `continue` to the next breakpoint or exception. `pause` stops a program that runs. `stop` ends it with all it started: do so once you know enough.',
  schema: z.object({ action: Action, timeout_seconds: WAIT_SECONDS }),
  title: (args) => `Debugger: ${WORDS.get(textOf(args['action'])) ?? 'control the program'}`,
  risk: () => 'Lets the program in the debugger run on, as it was allowed to when it was started.',
})

const WORDS: ReadonlyMap<string, string> = new Map([
  ['next', 'next line'],
  ['stepIn', 'step in'],
  ['stepOut', 'step out'],
  ['continue', 'continue'],
  ['pause', 'pause'],
  ['stop', 'end the program'],
])
