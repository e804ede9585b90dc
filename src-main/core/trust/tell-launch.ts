import { posix } from 'node:path'
import type { LaunchConfiguration } from './launch-configuration.ts'
import { tellEnvironment } from './tell-environment.ts'

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

/** Every text of it, as whichever may name a file of the project; modules as the files they are. */
export function mentionsOfLaunch(config: LaunchConfiguration): readonly string[] {
  const module = config.module?.replaceAll('.', '/')
  const files = module === undefined ? [] : [`${module}.py`, posix.join(module, '__main__.py')]
  return [...textsIn(config), ...files]
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null) return []
  return Object.values(value).flatMap(textsIn)
}
