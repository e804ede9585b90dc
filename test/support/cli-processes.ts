import { type ChildProcess, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { AnyEvent } from '#shared/events/index.ts'
import { bareEnvironment, cliProgram } from './cli-program.ts'

export interface CliExit {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** A command that runs in a process of its own. */
export interface CliProcess {
  readonly child: ChildProcess
  readonly ended: Promise<CliExit>
  /** Everything printed so far. */
  out(): string
  err(): string
  /** The events printed so far, of a command started with `--json`. */
  events(): readonly AnyEvent[]
}

/** Starts commands on one data folder and one project. Disposing kills those still running and awaits them. */
export interface CliProcesses extends AsyncDisposable {
  readonly dataDir: string
  readonly project: string
  start(...args: readonly string[]): CliProcess
}

export function openCliProcesses(): CliProcesses {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-test-')))
  const [dataDir, project] = [join(folder, 'data'), join(folder, 'project')]
  mkdirSync(project)
  writeFileSync(join(project, 'a.txt'), 'before\n')
  const env = { ...bareEnvironment(), HOME: folder, ORRERY_DATA_DIR: dataDir }
  const running = new Map<ChildProcess, Promise<CliExit>>()
  return {
    dataDir,
    project,
    start: (...args) => {
      const child = spawn(process.execPath, [cliProgram, ...args], {
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      })
      const started = watch(child)
      running.set(child, started.ended)
      void started.ended.then(() => running.delete(child))
      return started
    },
    [Symbol.asyncDispose]: async () => {
      const ending = [...running]
      for (const [child] of ending) child.kill('SIGKILL')
      await Promise.all(ending.map(([, ended]) => ended))
      rmSync(folder, { recursive: true, maxRetries: 5 })
    },
  }
}

function watch(child: ChildProcess): CliProcess {
  let [out, err] = ['', '']
  child.stdout?.on('data', (chunk) => (out += String(chunk)))
  child.stderr?.on('data', (chunk) => (err += String(chunk)))
  const { promise: ended, resolve } = Promise.withResolvers<CliExit>()
  child.on('close', (code, signal) => resolve({ code, signal, out, err }))
  return {
    child,
    ended,
    out: () => out,
    err: () => err,
    events: () =>
      out
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line)),
  }
}

/** An exit without what commands say about sharing a host, which depends on timing. */
export function bareRunExit({ code, err }: CliExit): Pick<CliExit, 'code' | 'err'> {
  const isTiming = (line: string) => /^(Still hosting|Waiting for process) /.test(line)
  const lines = err.split('\n').filter((line) => !isTiming(line))
  return { code, err: lines.join('\n') }
}
