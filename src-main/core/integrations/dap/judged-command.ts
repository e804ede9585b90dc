import { posix } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/error.ts'
import { toShellWord } from '../../shell-words.ts'
import type { AskedProgram, Plan } from './asked.ts'
import { Places } from './places.ts'
import { planProgram } from './plan-program.ts'

const PROJECT = '/workspace'

/** What plans tell their adapters of the program: Node's command line, Python's, another's. */
const Told = z.union([
  z.object({ command: z.string(), args: z.array(z.string()), cwd: z.string() }),
  z.object({
    module: z.string().optional(),
    program: z.string().optional(),
    pythonArgs: z.array(z.string()).default([]),
    args: z.array(z.string()),
    cwd: z.string(),
  }),
])

/**
 * What starting a program in the debugger comes to as a command of a shell in the project's folder, by the
 * very plan that would start it. `undefined`: there is no such plan, and it won't be started.
 */
export function toJudgedCommand(asked: AskedProgram): string | undefined {
  const plan = findPlan(asked)
  if (!plan) return undefined
  const told = Told.parse(plan.args)
  const below = posix.relative(PROJECT, told.cwd)
  const inFolder = below === '' ? [] : [`cd ${toShellWord(toWord(told.cwd, PROJECT))} &&`]
  const assigned = Object.entries(asked.env).map(([name, value]) => `${name}=${toShellWord(value)}`)
  const words = wordsOf(plan, told, asked.runtimeArgs.length).map(toShellWord)
  return [...inFolder, ...assigned, ...words].join(' ')
}

function findPlan(asked: AskedProgram): Plan | undefined {
  const places = new Places(PROJECT, (path) => posix.normalize(path))
  // Whichever debugger it is for, it is the program that is judged.
  const any = asked.type === undefined ? {} : { [asked.type]: { command: '', args: [] } }
  try {
    return planProgram(asked, places, any)
  } catch (error) {
    if (AppError.is(error)) return undefined
    throw error
  }
}

function wordsOf(
  { type, adapter }: Plan,
  told: z.infer<typeof Told>,
  before: number,
): readonly string[] {
  if ('command' in told) {
    // Where it listens for us is ours.
    const own = told.args.slice(1)
    return [told.command, ...own.map((arg, at) => (at === before ? toWord(arg, told.cwd) : arg))]
  }
  const { module, program = '', pythonArgs, args, cwd } = told
  const runtime = type === 'python' && !adapter ? ['python3', ...pythonArgs] : []
  const own = module === undefined ? [toWord(program, cwd)] : ['-m', module]
  return [...runtime, ...own, ...args]
}

/** A file of the project as a command in this folder names it; anything else as it is. */
function toWord(word: string, folder: string): string {
  if (word !== PROJECT && !word.startsWith(`${PROJECT}/`)) return word
  const below = posix.relative(folder, word)
  return below.startsWith('../') || below === '..' ? below : `./${below}`
}
