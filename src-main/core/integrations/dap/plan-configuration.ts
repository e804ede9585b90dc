import { basename, resolve } from 'node:path'
import { AppError } from '#shared/error.ts'
import { tellIssue } from '#shared/tell-issue.ts'
import { LaunchConfiguration, withPlatform } from '../../trust/launch-configuration.ts'
import type { Found } from '../../trust/startables.ts'
import type { AdapterCommand, AskedConfiguration, Plan } from './asked.ts'
import { type Fillings, fillIn } from './fill-in.ts'
import type { Places } from './places.ts'
import { adapterOf, toNodeArgs, toPythonArgs, typeOf } from './plan-program.ts'

interface PlanningOptions {
  readonly places: Places
  readonly found: readonly Found[]
  readonly isTrusted: (hash: string) => boolean
  readonly adapters: Readonly<Record<string, AdapterCommand>>
  readonly env: Fillings['env']
}

/** What starts a configuration of launch.json, if a person trusts it. Fails with what to do. */
export function planConfiguration(
  { configuration: name, file }: AskedConfiguration,
  options: PlanningOptions,
): Plan {
  const { places, adapters, env } = options
  const entry = findTrusted(name, options)
  const fillings = { root: places.root, env, ...(file && { file: places.toReal(file) }) }
  const config = parse(fillIn(withPlatform(entry), fillings))
  const type = typeOf(config)
  const title = name
  const notDone = config.preLaunchTask
    ? `Its preLaunchTask was not run: run what it stands for with run_command first.`
    : undefined
  const planned = { title, request: config.request, ...(notDone && { notDone }) }
  if (config.adapter) {
    return { ...planned, type: config.type, args: config, adapter: config.adapter }
  }
  if (type === 'node') return { ...planned, type, args: argsForNode(config, places) }
  if (type === 'python') return { ...planned, type, args: argsForPython(config, places) }
  const adapter = adapterOf(config.type, adapters)
  return { ...planned, type: config.type, args: config, adapter }
}

function findTrusted(name: string, { found, isTrusted }: PlanningOptions): unknown {
  const named = found.filter((one) => one.name === name)
  const trusted = named.find(({ hash }) => isTrusted(hash))
  if (trusted) return trusted.entry
  if (named[0]) {
    const message = `“${name}” of ${named[0].file} is not trusted, or it or its program has changed since. A person can trust it in Settings › Trust. Until then name the program itself, which is judged as a command.`
    throw new AppError('denied', message)
  }
  const names = found.map((one) => `“${one.name}”`).slice(0, 20)
  const there =
    names.length > 0
      ? `There are: ${names.join(', ')}.`
      : 'The project has no .vscode/launch.json or launch.json with configurations.'
  throw new AppError('not-found', `There is no configuration “${name}”. ${there}`)
}

function parse(entry: unknown): LaunchConfiguration {
  const parsed = LaunchConfiguration.safeParse(entry, { error: tellIssue })
  if (parsed.success) return parsed.data
  const issues = parsed.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new AppError('invalid-input', `The configuration can’t be read. ${issues.join(' ')}`)
}

function argsForNode(config: LaunchConfiguration, places: Places): object {
  const { request, port, address, runtimeExecutable: runtime, cwd, program, ...told } = config
  if (request === 'attach') return { port: port ?? 9229, ...(address && { address }) }
  if (runtime && !/^node(?:js)?(?:\.exe)?$/u.test(basename(runtime))) {
    const message = `Only Node itself is debugged, not ${runtime}: name the script that it would run as the program.`
    throw new AppError('unsupported', message)
  }
  const folder = resolve(places.root, cwd ?? '')
  const path = program && resolve(folder, program)
  return toNodeArgs({ ...told, port, runtime, cwd: folder, program: path })
}

function argsForPython(config: LaunchConfiguration, places: Places): object {
  if (config.request === 'attach') return config
  const { runtimeExecutable, python, cwd, program, ...told } = config
  const folder = resolve(places.root, cwd ?? '')
  const path = program && resolve(folder, program)
  const runtime = python ?? runtimeExecutable
  return { ...config, ...toPythonArgs({ ...told, runtime, cwd: folder, program: path }) }
}
