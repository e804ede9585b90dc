import { basename } from 'node:path'
import { builtinDebuggers } from '#shared/builtin-debuggers.ts'
import { AppError } from '#shared/error.ts'
import type { AdapterCommand, AskedProgram, Plan } from './asked.ts'
import type { Places } from './places.ts'

const NODE_FILE = /\.[cm]?[jt]s$/u
const PYTHON_FILE = /\.pyw?$/u

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

/** What starts a program that an agent names. Fails with what is missing. */
export function planProgram(
  asked: AskedProgram,
  places: Places,
  adapters: Readonly<Record<string, AdapterCommand>>,
): Plan {
  const { program, module, args, runtimeArgs, env, stopOnEntry } = asked
  const type = typeOf(asked)
  if (!program && !module) throw wrong('Name the program to debug, or a configuration.')
  if (!type)
    throw wrong(`Say with \`type\` which debugger ${program} needs: node, python or another.`)
  const cwd = asked.cwd ? places.toReal(asked.cwd) : places.root
  const file = program && places.toReal(program)
  const title = [program ? basename(program) : `-m ${module}`, ...args].join(' ')
  const planned = { title, type, request: 'launch' } as const
  const told = { program: file, module, args, runtimeArgs, cwd, env, stopOnEntry }
  if (type === 'node') return { ...planned, args: toNodeArgs(told) }
  if (type === 'python') return { ...planned, args: toPythonArgs(told) }
  const adapter = adapterOf(type, adapters)
  if (runtimeArgs.length > 0) {
    throw wrong(`runtime_args are for Node or Python: a debugger for “${type}” is given none.`)
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
  if (!program) throw wrong('Name the program that Node is to run.')
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

function wrong(sentence: string): AppError {
  return new AppError('invalid-input', sentence)
}
