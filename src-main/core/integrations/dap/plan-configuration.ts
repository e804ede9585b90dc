import { homedir } from 'node:os'
import { basename, dirname, extname, relative, resolve, sep } from 'node:path'
import { tellIssue } from '#shared/format/describe-issue.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { AgentEnvironment } from '../../processes/agent-environment.ts'
import { LaunchConfiguration, withPlatform } from '../../project-files/launch-configuration.ts'
import { isSecretName } from '../../secrets/secret-names.ts'
import type { Checked } from '../../trust/project-trust.ts'
import {
  type AdapterCommand,
  type AskedConfiguration,
  adapterOf,
  type Plan,
  PORT,
  toNodeArgs,
  toPythonArgs,
  typeOf,
} from './program-plan/plan-program.ts'
import type { Places } from './program-plan/source-locations.ts'

interface PlanningOptions {
  readonly places: Places
  readonly found: readonly Checked[]
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

function findTrusted(name: string, { found }: PlanningOptions): unknown {
  const named = found.filter((one) => one.name === name)
  const trusted = named.find(({ isTrusted }) => isTrusted)
  if (trusted) return trusted.entry
  if (named[0]) {
    const { file, reason } = named[0]
    const message = [
      `“${name}” of ${file} is not trusted.`,
      reason,
      'A person can trust it in Settings › Trust. Until then name the program itself, which is judged as a command.',
    ]
    throw new AppError('denied', message.filter((one) => one !== undefined).join(' '))
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

/** What the variables of launch.json stand for. */
interface Fillings {
  /** The project’s folder. */
  readonly root: string
  /** The file that was named, on disk. */
  readonly file?: string
  readonly env: Pick<AgentEnvironment, 'find'>
}

/** Puts what they stand for in place of `${…}`, in every text of a configuration. */
function fillIn(value: unknown, fillings: Fillings): unknown {
  if (typeof value === 'string') {
    return value.replaceAll(/\$\{((?:[^}$]|\$(?!\{))*)\}/gu, (_, name: string) =>
      fillingOf(name, fillings),
    )
  }
  if (Array.isArray(value)) return value.map((one) => fillIn(one, fillings))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, fillIn(one, fillings)]))
}

const OF_FILE: ReadonlyMap<string, (file: string, root: string) => string> = new Map([
  ['file', (file) => file],
  ['fileBasename', (file) => basename(file)],
  ['fileBasenameNoExtension', (file) => basename(file, extname(file))],
  ['fileExtname', (file) => extname(file)],
  ['fileDirname', (file) => dirname(file)],
  ['relativeFile', (file, root) => relative(root, file)],
  ['relativeFileDirname', (file, root) => dirname(relative(root, file))],
])

function fillingOf(name: string, { root, file, env }: Fillings): string {
  // Our adapters fill it in, when they know it.
  if (name === 'port') return PORT
  const [kind, rest = ''] = [name.split(':', 1)[0], name.slice(name.indexOf(':') + 1)]
  if (kind === 'env') return isSecretName(rest) ? '' : (env.find(rest) ?? '')
  const fixed = ofProject(root).get(name)
  if (fixed !== undefined) return fixed
  const take = OF_FILE.get(name)
  if (!take) {
    const message = `\${${name}} is not known here: name the program itself.`
    throw new AppError('unsupported', message)
  }
  if (file) return take(file, root)
  throw new AppError(
    'invalid-input',
    `The configuration uses \${${name}}: name the file with \`file\`.`,
  )
}

function ofProject(root: string): ReadonlyMap<string, string> {
  return new Map([
    ['workspaceFolder', root],
    ['workspaceRoot', root],
    ['workspaceFolderBasename', basename(root)],
    ['cwd', root],
    ['pathSeparator', sep],
    ['/', sep],
    ['userHome', homedir()],
  ])
}
