import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test as base, type Page } from '@playwright/test'

const cli = join(import.meta.dirname, '../../out/main/cli.js')
const sampleProject = join(import.meta.dirname, '../../resources/sample-project')

/** The shipped bundles, run on a data folder and a project of their own. */
export interface Workbench {
  readonly page: Page
  readonly dataDir: string
  /** A copy of the sample project, in a git repository. */
  readonly project: string
  /** Another window on the same data folder, by a process of its own. */
  openAnotherWindow(): Promise<Page>
  /** Runs the CLI on the same data folder, to its end. */
  orrery(...args: readonly string[]): Promise<{ readonly code: number; readonly output: string }>
}

export const test = base.extend<{ workbench: Workbench }>({
  workbench: async ({ page, context }, use) => {
    const dir = mkdtempSync(join(tmpdir(), 'orrery-e2e-'))
    const dataDir = join(dir, 'data')
    const project = join(dir, 'reading-list')
    cpSync(sampleProject, project, { recursive: true })
    await run('git', ['init', '--quiet'], project)
    await run('git', ['add', '.'], project)
    await run('git', [...asSomebody, 'commit', '--quiet', '-m', 'First'], project)

    const served: ChildProcess[] = []
    const serve = async () => {
      const { child, url } = await startServe(dataDir)
      served.push(child)
      return url
    }
    await page.goto(await serve())
    await use({
      page,
      dataDir,
      project,
      openAnotherWindow: async () => {
        const another = await context.newPage()
        await another.goto(await serve())
        return another
      },
      orrery: (...args) => runCli([...args, '--data-dir', dataDir], project),
    })
    for (const child of served.reverse()) await end(child)
    rmSync(dir, { recursive: true, force: true })
  },
})

const asSomebody = ['-c', 'user.name=Somebody', '-c', 'user.email=somebody@example.com']

/** No key of the machine's reaches a test: only the demo agent is ready. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.endsWith('_API_KEY'))
  return Object.fromEntries(kept)
}

async function startServe(dataDir: string): Promise<{ child: ChildProcess; url: string }> {
  if (!existsSync(cli)) throw new Error('Build first: npm run build')
  const args = [cli, 'serve', '--no-open', '--json', '--data-dir', dataDir]
  const child = spawn(process.execPath, args, {
    env: environment(),
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
  if (child.exitCode !== null) return
  const ended = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  await ended
}

function runCli(
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
