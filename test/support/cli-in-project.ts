import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text as readAll } from 'node:stream/consumers'
import { bareEnvironment, cliProgram } from './cli-program.ts'

export interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The command line, with a home and a project of its own. */
export interface CliInProject extends Disposable {
  /** In the home folder. */
  readonly project: string
  /** Writes a file; its path is from the home folder. */
  write(path: string, text: string): void
  /** Runs a command to its end, with `input` piped into it. */
  orrery(args: readonly string[], input?: string | Uint8Array): Promise<Ran>
}

/** `program`: its file, where that is not to be the built one. */
export function openCliInProject(program = cliProgram): CliInProject {
  const home = mkdtempSync(join(tmpdir(), 'orrery-test-'))
  const project = join(home, 'project')
  mkdirSync(project)
  const env = { ...bareEnvironment(), HOME: home, ORRERY_DATA_DIR: join(home, 'data') }
  return {
    project,
    write: (path, text) => {
      mkdirSync(dirname(join(home, path)), { recursive: true })
      writeFileSync(join(home, path), text)
    },
    orrery: (args, input = '') => runToEnd([program, ...args], env, input),
    [Symbol.dispose]: () => rmSync(home, { recursive: true, maxRetries: 5 }),
  }
}

async function runToEnd(
  args: readonly string[],
  env: NodeJS.ProcessEnv,
  input: string | Uint8Array,
): Promise<Ran> {
  const child = spawn(process.execPath, args, { env })
  const { promise: ended, resolve } = Promise.withResolvers<number>()
  child.on('close', (code) => resolve(code ?? -1))
  child.stdin.end(input)
  const [out, err, code] = await Promise.all([readAll(child.stdout), readAll(child.stderr), ended])
  return { code, out, err }
}
