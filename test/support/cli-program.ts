import { resolve } from 'node:path'

const root = resolve(import.meta.dirname, '../..')

/** The command line's file, as `npm run orrery` finds it: built, where that is not older than its source. */
export const cliProgram = resolve(root, process.env['ORRERY_CLI'] ?? 'src-main/cli/main.ts')

/** The same from source, whatever was built. */
export const cliSource = resolve(root, 'src-main/cli/main.ts')

/** What a program gets of the environment where none of the machine's own settings may reach it. */
export function bareEnvironment(): NodeJS.ProcessEnv {
  const kept = ['PATH', 'HOME', 'NODE_COMPILE_CACHE']
  return Object.fromEntries(kept.map((name) => [name, process.env[name]]))
}
