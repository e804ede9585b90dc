import { z } from 'zod'
import { isSecretName } from '../secrets/secret-names.ts'

const Words = z
  .union([z.array(z.union([z.string(), z.number()]).transform(String)), z.string()])
  .transform((words) => (typeof words === 'string' ? words.split(/\s+/u).filter(Boolean) : words))

const Environment = z.record(
  z.string(),
  z.union([z.string(), z.number(), z.boolean()]).transform(String),
)

/** A configuration of launch.json: what is trusted and what is started are read by the same. */
export const LaunchConfiguration = z.looseObject({
  type: z.string().default(''),
  request: z.enum(['launch', 'attach']).default('launch'),
  program: z.string().optional(),
  module: z.string().optional(),
  args: Words.default([]),
  runtimeArgs: Words.default([]),
  runtimeExecutable: z.string().optional(),
  python: z.string().optional(),
  cwd: z.string().optional(),
  env: Environment.default({}),
  stopOnEntry: z.boolean().default(false),
  port: z.int().min(0).max(65535).optional(),
  address: z.string().optional(),
  preLaunchTask: z.unknown().optional(),
  adapter: z.object({ command: z.string(), args: z.array(z.string()).default([]) }).optional(),
})
export type LaunchConfiguration = z.infer<typeof LaunchConfiguration>

const SYSTEMS: Readonly<Record<string, string>> = { darwin: 'osx', win32: 'windows' }

/** What an entry says for one system beats what it says for all. */
export function withPlatform(entry: unknown): unknown {
  const { linux, osx, windows, ...own } = z.looseObject({}).parse(entry)
  const systems: Readonly<Record<string, unknown>> = { linux, osx, windows }
  const more = systems[SYSTEMS[process.platform] ?? process.platform]
  return { ...own, ...z.looseObject({}).optional().parse(more) }
}

/** What says nothing of what is started, or is told in the sentence by itself. */
const TOLD: ReadonlySet<string> = new Set([
  ...['name', 'type', 'request', 'program', 'module', 'args', 'runtimeArgs', 'runtimeExecutable'],
  ...['python', 'cwd', 'env', 'stopOnEntry', 'preLaunchTask', 'adapter', 'presentation'],
])

/** What a configuration would start, in sentences. */
export function tellLaunch(name: string, config: LaunchConfiguration): string {
  const { cwd, env } = config
  const line = wordsOf(config).join(' ') || 'what it attaches to'
  const folder = cwd === undefined ? '' : `It runs in ${cwd}.`
  const more = Object.entries(config).filter(([key]) => !TOLD.has(key))
  // Debuggers differ in what they take: some start other programs by it.
  const rest =
    more.length === 0
      ? ''
      : `Its debugger is told ${more.map(([key, value]) => `${key}: ${JSON.stringify(value)}`).join(', ')}.`
  const words = [
    `Runs \`${line}\` in the debugger as "${name}".`,
    folder,
    tellEnvironment(env),
    rest,
  ]
  return words.filter(Boolean).join(' ')
}

/** All that the command line would have, the adapter's own first. */
function wordsOf(config: LaunchConfiguration): readonly string[] {
  const { adapter, runtimeExecutable, python, runtimeArgs, module, program, args } = config
  return [
    ...[adapter?.command, adapter?.args ?? []],
    ...[runtimeExecutable, python, runtimeArgs, module && ['-m', module], program, args],
  ]
    .flat()
    .filter((word) => word !== undefined)
    .filter(Boolean)
}

/** Every text of it: each may name a file of the project. */
export function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}

/** Variables that a program is given by its entry; of those that are keys, the names. */
export function tellEnvironment(env: Readonly<Record<string, string>>): string {
  const told = Object.entries(env).map(([name, value]) =>
    isSecretName(name) ? `${name}=…` : `${name}=${value}`,
  )
  return told.length === 0 ? '' : `Its environment has ${told.join(', ')}.`
}
