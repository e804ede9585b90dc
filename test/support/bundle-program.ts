import { execFile } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'

const root = resolve(import.meta.dirname, '../..')
/** A bundler keeps hundreds of megabytes, and every process that is started from one so large takes longer. */
const bundlingProcess = join(import.meta.dirname, 'bundling-process.ts')
const run = promisify(execFile)

export interface Program extends Disposable {
  readonly path: string
}

/**
 * Bundles a program as the command line is shipped, into a folder of its own that is deleted with it. It
 * takes two seconds, and each start takes one less: worth it for what is started often.
 */
export async function bundleProgram(source: string): Promise<Program> {
  // Below the project: what has native parts is loaded from its packages.
  const programs = join(root, 'test-results/programs')
  mkdirSync(programs, { recursive: true })
  const folder = mkdtempSync(join(programs, 'program-'))
  await run(process.execPath, [bundlingProcess, source, folder])
  return {
    path: join(folder, 'program.js'),
    [Symbol.dispose]: () => rmSync(folder, { recursive: true, maxRetries: 5 }),
  }
}
