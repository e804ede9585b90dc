import { type ChildProcess, execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import { pathToFileURL } from 'node:url'
import { expect } from '@playwright/test'

export const root = join(import.meta.dirname, '../..')
const cli = join(root, 'out/main/cli.js')
const sampleProject = join(root, 'resources/sample-project')

/** A project and a data folder, and what was started on them. Disposing it ends that, and deletes them. */
export interface Ground extends AsyncDisposable {
  readonly dataDir: string
  readonly project: string
  /** Has `dispose` called before the folders are deleted. */
  defer(dispose: () => Promise<void>): void
}

export async function createGround(): Promise<Ground> {
  const dir = mkdtempSync(join(tmpdir(), 'orrery-e2e-'))
  const owned = new AsyncDisposableStack()
  owned.defer(() => rmSync(dir, { recursive: true, force: true }))
  const project = join(dir, 'reading-list')
  cpSync(sampleProject, project, { recursive: true })
  await run('git', ['init', '--quiet'], project)
  await run('git', ['add', '.'], project)
  await run('git', [...asSomebody, 'commit', '--quiet', '-m', 'First'], project)
  return {
    dataDir: join(dir, 'data'),
    project,
    defer: (dispose) => owned.defer(dispose),
    [Symbol.asyncDispose]: () => owned.disposeAsync(),
  }
}

/** Answers with a link, for one window. */
export async function serve(ground: Ground, serving: Serving = {}): Promise<string> {
  const { child, url } = await startServe(ground.dataDir, serving)
  ground.defer(() => end(child))
  return url
}

/** Ends the host of a data folder, as a system does that shuts down. */
export async function stopHost({ dataDir }: Pick<Ground, 'dataDir'>): Promise<void> {
  const path = join(dataDir, 'owner.json')
  const { pid } = JSON.parse(readFileSync(path, 'utf8'))
  process.kill(pid, 'SIGTERM')
  await expect.poll(() => existsSync(path)).toBe(false)
}

/** Keeps the host of a data folder from doing anything until it is told to go on. */
export function holdHost({ dataDir }: Pick<Ground, 'dataDir'>): { goOn(): void } {
  const { pid } = JSON.parse(readFileSync(join(dataDir, 'owner.json'), 'utf8'))
  process.kill(pid, 'SIGSTOP')
  return { goOn: () => process.kill(pid, 'SIGCONT') }
}

/** Whom a host runs as, if not as whoever runs the tests. */
interface SomeoneElse {
  readonly uid?: number
  readonly gid?: number
}

const NOBODY = 65_534

/** Takes the right to write the project away; from root nothing can be taken, so its host is nobody's. */
export function withholdProject({ dataDir, project, defer }: Ground): SomeoneElse {
  if (process.getuid?.() === 0) {
    chmodSync(dirname(project), 0o755)
    mkdirSync(dataDir)
    chownSync(dataDir, NOBODY, NOBODY)
    return { uid: NOBODY, gid: NOBODY }
  }
  chmodSync(project, 0o555)
  defer(async () => chmodSync(project, 0o755))
  return {}
}

const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']

/** Fails with what to do where what is shipped has not been built. */
export function checkBuilt(): void {
  if (!existsSync(cli)) throw new Error('Build first: npm run build')
}

/** No key of the machine's reaches a test: only the demo agent is ready. */
export function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.endsWith('_API_KEY'))
  return Object.fromEntries(kept)
}

/** How a host is started. */
export interface Serving {
  readonly env?: NodeJS.ProcessEnv
  readonly as?: SomeoneElse
  readonly args?: readonly string[]
  /** The path of a module that is loaded before the host's own. */
  readonly loadFirst?: string | undefined
}

async function startServe(
  dataDir: string,
  { env, as, args = [], loadFirst }: Serving,
): Promise<{ child: ChildProcess; url: string }> {
  checkBuilt()
  const before = loadFirst === undefined ? [] : ['--import', pathToFileURL(loadFirst).href]
  const command = [...before, cli, 'serve', '--no-open', '--json', '--data-dir', dataDir, ...args]
  const child = spawn(process.execPath, command, {
    ...as,
    env: { ...environment(), ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  for await (const line of createInterface({ input: child.stdout })) {
    // Our own CLI printed it; what is missing fails where it is used.
    const { url } = JSON.parse(line) as { url: string }
    return { child, url }
  }
  throw new Error('orrery serve ended before it was ready.')
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

export function runCli(
  args: readonly string[],
  cwd: string,
): Promise<{ readonly code: number; readonly output: string }> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, [cli, ...args], { cwd, env: environment() })
    let output = ''
    child.stdout.on('data', (data: Buffer) => (output += data.toString()))
    child.stderr.on('data', (data: Buffer) => (output += data.toString()))
    child.on('close', (code) => resolve({ code: code ?? -1, output }))
  })
}

function run(command: string, args: readonly string[], cwd: string): Promise<void> {
  return new Promise((resolve, reject) => {
    execFile(command, args, { cwd }, (error) => (error ? reject(error) : resolve()))
  })
}
