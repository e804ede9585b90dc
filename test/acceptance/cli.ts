import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { AnyEvent, EventFor, Kind } from '#shared/events/index.ts'
import { cliProgram } from '../support/cli-program.ts'
import { type ModelServer, type Script, startModelServer } from '../support/model-server.ts'

export interface Ended {
  readonly code: number | null
  readonly out: string
  readonly err: string
}

/** The CLI on a data folder and a project of its own, with a scripted model behind it. */
export interface CliFixture extends AsyncDisposable {
  readonly project: string
  readonly dataDir: string
  readonly server: ModelServer
  /** Runs a command to its end. */
  orrery(...args: readonly string[]): Promise<Ended>
  /** `orrery run --json` on the scripted model, to its end. */
  run(prompt: string, ...flags: readonly string[]): Promise<Ended & { events: AnyEvent[] }>
  /** Starts a command and leaves it running. */
  start(...args: readonly string[]): ChildProcess & { readonly stdout: NodeJS.ReadableStream }
  readonly runFlags: readonly string[]
}

export async function openCli(
  script: Script,
  files: Readonly<Record<string, string>>,
  env: Readonly<Record<string, string>> = {},
): Promise<CliFixture> {
  await using owned = new AsyncDisposableStack()
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'orrery-cli-')))
  owned.defer(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 }))
  const project = join(folder, 'project')
  for (const [name, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, name)), { recursive: true })
    writeFileSync(join(project, name), text)
  }
  commitAll(project)
  const server = owned.use(await startModelServer(script))
  const dataDir = join(folder, 'data')
  const running = new Set<ChildProcess>()
  owned.defer(() => {
    for (const child of running) child.kill('SIGKILL')
  })
  const start = (...args: readonly string[]) => {
    const child = spawn(process.execPath, [cliProgram, ...args, '--data-dir', dataDir], {
      cwd: project,
      env: { ...environment(), ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    })
    running.add(child)
    child.once('close', () => running.delete(child))
    return child
  }
  const orrery = async (...args: readonly string[]) => toEnd(start(...args))
  const runFlags = ['--model', 'compatible:scripted', '--base-url', server.url, '--json']
  const run: CliFixture['run'] = async (prompt, ...flags) => {
    const ended = await orrery('run', ...runFlags, ...flags, prompt)
    return { ...ended, events: readEvents(ended.out) }
  }
  const parts = owned.move()
  return {
    project,
    dataDir,
    server,
    orrery,
    run,
    start,
    runFlags,
    [Symbol.asyncDispose]: () => parts.disposeAsync(),
  }
}

/** The CLI printed one event a line; its own tests hold it to that. */
export function readEvents(out: string): AnyEvent[] {
  return out
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AnyEvent)
}

export function ofKind<K extends Kind>(events: readonly AnyEvent[], kind: K): EventFor<K>[] {
  return events.filter((event): event is EventFor<K> => event.kind === kind)
}

async function toEnd(child: ReturnType<CliFixture['start']>): Promise<Ended> {
  let out = ''
  let err = ''
  child.stdout.on('data', (data: Buffer) => (out += data.toString()))
  child.stderr?.on('data', (data: Buffer) => (err += data.toString()))
  const code = await new Promise<number | null>((done) => child.once('close', done))
  return { code, out, err }
}

/** No key of the machine's reaches a test. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.endsWith('_API_KEY'))
  return Object.fromEntries(kept)
}

function commitAll(project: string): void {
  const git = (...args: string[]) => execFileSync('git', args, { cwd: project, stdio: 'ignore' })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com', 'commit', '-qm', 'First')
}
