import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { once } from 'node:events'
import { AppError, endSentence } from '#shared/lib/app-error.ts'
import { ellipsize } from '#shared/lib/truncate-text.ts'
import { findMissing } from '../../processes/agent-environment.ts'
import { signalProgram } from '../../processes/processes.ts'
import { toProgramPath } from '../../programs/find-program.ts'
import type { ServerDefinition } from './define.ts'

const MAX_COMPLAINT = 2_000

/** A language server's process, in a group of its own, which ends with it. */
export class ServerProcess {
  readonly child: ChildProcessWithoutNullStreams
  /** Resolves once it has ended, or could not be started, with why. */
  readonly ended: Promise<string>
  #complaint = ''

  constructor(
    { command, env, withheld = [] }: Pick<ServerDefinition, 'command' | 'env' | 'withheld'>,
    folder: string,
  ) {
    const [program = '', ...args] = command
    this.child = spawn(toProgramPath(program, { folder, env }), args, {
      cwd: folder,
      env,
      detached: process.platform !== 'win32',
      windowsHide: true,
      stdio: 'pipe',
    })
    // Of one that has ended nothing more is wanted.
    this.child.stdin.on('error', () => {})
    this.child.stderr.setEncoding('utf8').on('data', (text: string) => {
      this.#complaint = (this.#complaint + text).slice(-MAX_COMPLAINT)
    })
    this.ended = this.#waitForEnd(program).then((why) => {
      const names = findMissing(this.#complaint, withheld)
      return names.length === 0 ? why : `${endSentence(why)} ${formatWithheld(names)}`
    })
  }

  /** Ends it with all it started. */
  kill(): void {
    signalProgram(this.child, 'SIGKILL')
  }

  async #waitForEnd(program: string): Promise<string> {
    const failed = once(this.child, 'error').then(([error]) => whyNotStarted(error, program))
    const exited = once(this.child, 'exit').then(([code, signal]) => {
      // What it had started may be there still.
      this.kill()
      const said = this.#complaint.trim().split('\n').at(-1)?.trim()
      const how = signal === null ? `exit code ${code}` : `${signal}`
      return `ended (${how})${said ? `: ${ellipsize(said, 300)}` : ''}`
    })
    // Whichever comes first counts; the other one may fail.
    exited.catch(() => {})
    failed.catch(() => {})
    return Promise.race([failed, exited.catch(() => failed)])
  }
}

function whyNotStarted(error: unknown, program: string): string {
  const isMissing = error instanceof Error && 'code' in error && error.code === 'ENOENT'
  if (isMissing) return `can't be started: there is no program “${program}”`
  return `can't be started: ${error instanceof Error ? error.message : String(error)}`
}

function formatWithheld(names: readonly string[]): string {
  const [listed, command] = [names.join(', '), names.join(',')]
  return `Orrery withholds ${listed} from language servers. Allow it with orrery settings environment.allow ${command}`
}

/** That a server does not do what it was asked, with what it was or did. */
export function unavailable(title: string, what: string): AppError {
  return new AppError('unavailable', endSentence(`The ${title} server ${what}`))
}
