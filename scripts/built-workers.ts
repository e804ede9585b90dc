import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'

const FOLDER = join(import.meta.dirname, '../out/main/workers')
const MODULE = 'src-main/core/runtime/worker-entry.ts'
const SOURCE_URL = 'new URL(`./$' + '{name}.worker.ts`, from)'

/** Appended to the module. Workers that only tests have are not in the build. */
const FIND_BUILT = `
import { pathToFileURL as toFileUrl } from 'node:url'
function findBuiltWorker(name: string): URL | undefined {
  const folder = process.env.ORRERY_TEST_WORKERS
  if (!folder || !existsSync(folder + '/' + name + '.js')) return undefined
  return toFileUrl(folder + '/' + name + '.js')
}
`

/** Returns the folder of built workers for `ORRERY_TEST_WORKERS`, or '' to run all of them from source. */
export function findBuiltWorkers(isBuilt: boolean): string {
  return isBuilt && existsSync(FOLDER) ? FOLDER : ''
}

/**
 * For Vitest: has tests start the worker threads in the folder `ORRERY_TEST_WORKERS`. From source, each
 * thread loads and strips all its modules again, which takes longer than what most tests do.
 */
export function builtWorkers(): Plugin {
  return {
    name: 'built-workers',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith(MODULE)) return undefined
      if (!code.includes(SOURCE_URL)) throw new Error(`${MODULE} has no ${SOURCE_URL}.`)
      return code.replace(SOURCE_URL, () => `findBuiltWorker(name) ?? ${SOURCE_URL}`) + FIND_BUILT
    },
  }
}
