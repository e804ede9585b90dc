import { basename, posix } from 'node:path'
import { z } from 'zod'
import { AppError } from '#shared/lib/app-error.ts'
import { builtinDebuggers } from '#shared/settings/builtin-programs.ts'
import { toShellWord } from '../../../programs/shell-words.ts'
import { Places } from './source-locations.ts'

/** A line to stop at, where `condition` holds if there is one. */
export interface RequestedBreakpoint {
  readonly line: number
  readonly condition?: string | undefined
}

/** Which exceptions a program stops at. */
export type Exceptions = 'none' | 'uncaught' | 'all'

/** A program to be debugged, as an agent names it. */
export interface AskedProgram {
  /** Which debugger; by the program's name where it is not said. */
  readonly type?: string | undefined
  readonly program?: string | undefined
  /** A Python module to run in place of a file. */
  readonly module?: string | undefined
  readonly args: readonly string[]
  /** For Node or Python itself. */
  readonly runtimeArgs: readonly string[]
  readonly cwd?: string | undefined
  readonly env: Readonly<Record<string, string>>
  readonly stopOnEntry: boolean
}

/** A configuration of the project's launch.json. */
export interface AskedConfiguration {
  readonly configuration: string
  /** What `${file}` stands for in it. */
  readonly file?: string | undefined
}

export interface AskedStart {
  readonly what: AskedProgram | AskedConfiguration
  readonly breakpoints: ReadonlyMap<string, readonly RequestedBreakpoint[]>
  readonly exceptions: Exceptions
}

/** A program that serves the Debug Adapter Protocol, over its streams or on a port that it is given. */
export interface AdapterCommand {
  readonly command: string
  readonly args: readonly string[]
}

/** What is started: which debugger, and what it is told. */
export interface Plan {
  readonly title: string
  readonly type: string
  readonly request: 'launch' | 'attach'
  readonly args: object
  /** Absent: one that comes with Orrery, or that it knows. */
  readonly adapter?: AdapterCommand
  /** What of a configuration was not done. */
  readonly notDone?: string
}

const NODE_FILE = /\.[cm]?[jt]s$/u
const PYTHON_FILE = /\.pyw?$/u

const PROJECT = '/workspace'

/** What stands for the port in the arguments of an adapter that listens on one. */
export const PORT = '$' + '{port}'

/** What starts a program that an agent names. Fails with what is missing. */
export function planProgram(
  asked: AskedProgram,
  places: Places,
  adapters: Readonly<Record<string, AdapterCommand>>,
): Plan {
  const { program, module, args, runtimeArgs, env, stopOnEntry } = asked
  const type = typeOf(asked)
  if (!program && !module)
    throw AppError.invalidInput('Name the program to debug, or a configuration.')
  if (!type)
    throw AppError.invalidInput(
      `Say with \`type\` which debugger ${program} needs: node, python or another.`,
    )
  const cwd = asked.cwd ? places.toReal(asked.cwd) : places.root
  const file = program && places.toReal(program)
  const title = [program ? basename(program) : `-m ${module}`, ...args].join(' ')
  const planned = { title, type, request: 'launch' } as const
  const told = { program: file, module, args, runtimeArgs, cwd, env, stopOnEntry }
  if (type === 'node') return { ...planned, args: toNodeArgs(told) }
  if (type === 'python') return { ...planned, args: toPythonArgs(told) }
  const adapter = adapterOf(type, adapters)
  if (runtimeArgs.length > 0) {
    throw AppError.invalidInput(
      `runtime_args are for Node or Python: a debugger for “${type}” is given none.`,
    )
  }
  const launch = {
    name: title,
    type,
    request: 'launch',
    program: file,
    args,
    cwd,
    env,
    stopOnEntry,
  }
  return { ...planned, args: launch, adapter }
}

/** Which debugger it is by its name, or by what it would debug. */
export function typeOf({
  type,
  program,
  module,
}: Pick<AskedProgram, 'type' | 'program' | 'module'>): string | undefined {
  if (type) return builtinDebuggers.get(type) ?? type
  if (module || PYTHON_FILE.test(program ?? '')) return 'python'
  return NODE_FILE.test(program ?? '') ? 'node' : undefined
}

interface Told {
  readonly program?: string | undefined
  readonly module?: string | undefined
  readonly args: readonly string[]
  readonly runtimeArgs: readonly string[]
  readonly runtime?: string | undefined
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  readonly stopOnEntry: boolean
  /** Where the inspector is to listen; any free port unless given. */
  readonly port?: number | undefined
}

/** What our adapter for Node is told. */
export function toNodeArgs(told: Told): object {
  const { program, args, runtimeArgs, runtime = 'node', cwd, env, stopOnEntry, port = 0 } = told
  if (!program) throw AppError.invalidInput('Name the program that Node is to run.')
  const inspect = `--inspect-brk=127.0.0.1:${port}`
  return {
    command: runtime,
    args: [inspect, ...runtimeArgs, program, ...args],
    ...{ cwd, env, stopOnEntry },
  }
}

/** What debugpy is told. */
export function toPythonArgs(told: Told): object {
  const { program, module, args, runtimeArgs, runtime, cwd, env, stopOnEntry } = told
  return {
    ...{ type: 'python', request: 'launch', cwd, args, stopOnEntry },
    ...(module ? { module } : { program }),
    ...(runtime && { python: [runtime, ...runtimeArgs] }),
    ...(!runtime && runtimeArgs.length > 0 && { pythonArgs: [...runtimeArgs] }),
    // What it compiles is not left in the project.
    env: { PYTHONDONTWRITEBYTECODE: '1', ...env },
    console: 'internalConsole',
    redirectOutput: true,
    justMyCode: true,
    // It would ask for a session of its own, which nobody looks at.
    subProcess: false,
  }
}

/** A person's own debugger of that type. Fails where there is none, whatever an object is born with. */
export function adapterOf(
  type: string,
  adapters: Readonly<Record<string, AdapterCommand>>,
): AdapterCommand {
  const adapter = Object.hasOwn(adapters, type) ? adapters[type] : undefined
  if (adapter) return adapter
  throw unknownType(type)
}

function unknownType(type: string): AppError {
  const message = `There is no debugger for “${type}”. A person can add one under Settings › Tools, or name it in the launch.json entry, under adapter: a command that serves the Debug Adapter Protocol.`
  return new AppError('unsupported', message)
}

/** What plans tell their adapters of the program: Node's command line, Python's, another's. */
const PlannedProgram = z.union([
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
  const told = PlannedProgram.parse(plan.args)
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
  told: z.infer<typeof PlannedProgram>,
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
