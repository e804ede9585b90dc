import { z } from 'zod'
import {
  type AskedProgram,
  toJudgedCommand,
} from '../../../integrations/dap/program-plan/plan-program.ts'
import { type Args, defineTool, pathOf, textOf } from '../../definition/define-tool.ts'
import { WAIT_SECONDS } from './debug-control.ts'

const Text = z.string().max(1000)

export const DebugStartArgs = z.object({
  program: Text.optional().describe(
    'The file to run, as in /workspace/src/main.ts. Not with `configuration`.',
  ),
  configuration: Text.optional().describe(
    'In its place, the name of a configuration in the project’s launch.json. A person must trust it.',
  ),
  file: Text.optional().describe('What `$' + '{file}` stands for in that configuration.'),
  type: Text.min(1)
    .optional()
    .describe(
      'node, python, or another debugger that was set up. Told by the program’s name unless given.',
    ),
  module: Text.optional().describe('A Python module to run in place of a program, as in pytest.'),
  args: z.array(Text).max(100).default([]).describe('For the program.'),
  runtime_args: z.array(Text).max(50).default([]).describe('For Node or Python itself.'),
  cwd: Text.optional().describe('The folder to run it in. The project’s unless given.'),
  env: z
    .record(z.string().regex(/^[A-Za-z_]\w*$/), Text)
    .default({})
    .describe('Added to its environment.'),
  breakpoints: z
    .array(
      z.object({
        path: Text.describe('The source file, as in /workspace/src/cart.ts.'),
        line: z.int().positive(),
        condition: Text.optional().describe('Stops only where it holds. It may only look.'),
      }),
    )
    .max(100)
    .default([])
    .describe('The lines to stop at, before they run.'),
  exceptions: z
    .enum(['none', 'uncaught', 'all'])
    .default('uncaught')
    .describe('Which exceptions to stop at, where they are thrown.'),
  stop_on_entry: z.boolean().default(false).describe('Stops before its first line.'),
  timeout_seconds: WAIT_SECONDS,
})
export type DebugStartArgs = z.infer<typeof DebugStartArgs>

export const debugStart = defineTool({
  name: 'debug_start',
  effect: 'execute',
  description:
    'Starts a program in the debugger and waits until it stops at a breakpoint or an exception, or ends: answers with the line it is at, the lines around it and the stack. JavaScript and TypeScript run in Node, Python in debugpy. You debug one program at a time: another start ends it. Look with debug_get_variables and debug_evaluate, go on with debug_control, and end it with action `stop` when you know enough. It ends with the run in any case.',
  schema: DebugStartArgs,
  title: (args) => `Debug ${nameOf(args)}`,
  risk: () => 'Runs the program with all your rights, line by line.',
  command: commandOf,
})

export function toProgram(args: DebugStartArgs): AskedProgram {
  const { program, module, type, env, cwd } = args
  return {
    ...{ type, program, module, env, cwd, args: args.args },
    runtimeArgs: args.runtime_args,
    stopOnEntry: args.stop_on_entry,
  }
}

function nameOf(args: Args): string {
  const { program, configuration, module } = args
  if (typeof program === 'string') return [pathOf(program), ...wordsOf(args['args'])].join(' ')
  return textOf(configuration, textOf(module, 'a program'))
}

/** What it comes to as a command of a shell, which is what it is judged as. */
function commandOf(args: Args): string | undefined {
  const { data } = DebugStartArgs.safeParse(args)
  // It is not run, and judged as if it could be anything.
  if (!data) return '$unreadable'
  const { program, module, configuration, file } = data
  if (program === undefined && module === undefined && configuration !== undefined) {
    // A person trusted it by name, or it does not run; which file it runs, nobody has seen.
    return file === undefined ? undefined : commandOfFile(file)
  }
  return toJudgedCommand(toProgram(data)) ?? '$unreadable'
}

/** A file that a configuration is given is run by it, as far as anybody can tell. */
function commandOfFile(program: string): string {
  const alone = { program, args: [], runtimeArgs: [], env: {}, stopOnEntry: false }
  return toJudgedCommand(alone) ?? toJudgedCommand({ ...alone, type: 'other' }) ?? '$unreadable'
}

function wordsOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((word) => typeof word === 'string') : []
}
