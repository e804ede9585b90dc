import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { chmodSync, chownSync, cpSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createInterface } from 'node:readline'
import {
  type BrowserContext,
  test as base,
  type ElectronApplication,
  expect,
  type LaunchOptions,
  type Page,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import { findChromium } from '../../scripts/ensure-chromium.ts'
import { findElectron } from '../../scripts/fetch-electron.ts'
import { standinPath } from '../standin/standin-path.ts'

const root = join(import.meta.dirname, '../..')
const cli = join(root, 'out/main/cli.js')
const sampleProject = join(root, 'resources/sample-project')

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

/** A project and a data folder, and what was started on them. Disposing it ends that, and deletes them. */
interface Ground extends AsyncDisposable {
  readonly dataDir: string
  readonly project: string
  /** Has `dispose` called before the folders are deleted. */
  defer(dispose: () => Promise<void>): void
}

/** What the specs run on: a browser, unless a desktop app is named. */
const target = process.env.ORRERY_E2E_TARGET ?? 'browser'

interface Pace {
  /** The demo agent takes its time, if less than for a person: for specs about what is seen of it while it works. */
  readonly isDemoWatched: boolean
}

interface Seed {
  /** What the data folder holds before a host opens it. */
  readonly seed: { readonly fill: (dataDir: string) => Promise<void> } | undefined
}

interface Surroundings {
  /** What the host finds in its environment, besides what is there. */
  readonly hostEnv: Readonly<Record<string, string>>
  /** What `orrery serve` is told besides. In a browser alone. */
  readonly serveArgs: readonly string[]
  /** The host may not write the project. In a browser alone: the desktop app is whoever runs the tests. */
  readonly isReadOnly: boolean
}

/**
 * The same specs run in a browser and in the desktop app: with `ORRERY_E2E_TARGET=standin` on what stands
 * in for Electron, with `electron` on Electron itself.
 */
export const test = base.extend<Pace & Seed & Surroundings & { workbench: Workbench }>({
  isDemoWatched: [false, { option: true }],
  seed: [undefined, { option: true }],
  hostEnv: [{}, { option: true }],
  serveArgs: [[], { option: true }],
  isReadOnly: [false, { option: true }],
  workbench: target === 'browser' ? runInBrowser : runOnDesktop,
})

const WATCHED_MS = '15'

type Use = (workbench: Workbench) => Promise<void>

async function runInBrowser(
  {
    page,
    context,
    isDemoWatched,
    seed,
    hostEnv,
    serveArgs: args,
    isReadOnly,
  }: Pace & Seed & Surroundings & { readonly page: Page; readonly context: BrowserContext },
  use: Use,
): Promise<void> {
  await using ground = await createGround()
  await seed?.fill(ground.dataDir)
  const as = isReadOnly ? withholdProject(ground) : {}
  const env = { ORRERY_DEMO_DELAY_MS: isDemoWatched ? WATCHED_MS : '5', ...hostEnv }
  const serving: Serving = { env, as, args }
  const errors = watchErrors(context)
  await page.goto(await serve(ground, serving))
  const openAnotherWindow = async () => {
    const another = await context.newPage()
    await another.goto(await serve(ground, serving))
    return another
  }
  await use({ page, openAnotherWindow, ...toWorkbench(ground) })
  expect.soft(errors, 'what the windows did not catch').toEqual([])
}

/** What no code of a window's caught, as it comes; the network's own failures, which specs bring about, are none. */
function watchErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = []
  const note = (error: string) => {
    if (!isOfNetwork.test(error)) errors.push(error)
  }
  context.on('weberror', (webError) => {
    const { name, message, stack } = webError.error()
    note(`${name}: ${message} ${stack}`)
  })
  context.on('console', (message) => {
    const { url, lineNumber } = message.location()
    if (message.type() === 'error') note(`${message.text()} (${url}:${lineNumber})`)
  })
  return errors
}

/** Also of code that a host which was ended on purpose sends no more: a worker’s that does not load is an `Event`. */
const isOfNetwork =
  /^(Failed to load resource|WebSocket connection to|: Event |(Type)?Error: (Unable to preload|Failed to fetch dynamically))/

/** Its other window is a browser's: the desktop app has one only. */
async function runOnDesktop(
  {
    playwright,
    launchOptions,
    colorScheme,
    hostEnv,
  }: Surroundings & {
    readonly playwright: PlaywrightWorkerArgs['playwright']
    readonly launchOptions: LaunchOptions
    readonly colorScheme: PlaywrightTestOptions['colorScheme']
  },
  use: Use,
): Promise<void> {
  await using ground = await createGround()
  const app = await launchDesktop(playwright._electron, ground, hostEnv)
  const page = await app.firstWindow()
  await page.emulateMedia({ colorScheme })
  const openAnotherWindow = async () => {
    const browser = await playwright.chromium.launch(launchOptions)
    ground.defer(() => browser.close())
    const another = await browser.newPage({ viewport: page.viewportSize() })
    await another.goto(await serve(ground))
    return another
  }
  await use({ page, openAnotherWindow, ...toWorkbench(ground) })
}

async function launchDesktop(
  electron: PlaywrightWorkerArgs['playwright']['_electron'],
  ground: Ground,
  hostEnv: Surroundings['hostEnv'],
): Promise<ElectronApplication> {
  const executablePath = target === 'standin' ? standinPath() : findElectron()
  if (!executablePath) throw new Error('There is no Electron here.')
  if (!existsSync(cli)) throw new Error('Build first: npm run build')
  const env = { ...environment(), ...standinEnv(), ...hostEnv, ORRERY_DATA_DIR: ground.dataDir }
  const app = await electron.launch({ executablePath, args: [root], env })
  ground.defer(() => app.close())
  // What the person answers to the system's own dialog.
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, ground.project)
  return app
}

/** Where the stand-in finds what it runs on; Electron looks at none of it. */
function standinEnv(): NodeJS.ProcessEnv {
  return { STANDIN_NODE: process.execPath, STANDIN_CHROMIUM: findChromium() }
}

async function createGround(): Promise<Ground> {
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

function toWorkbench({ dataDir, project }: Ground) {
  const orrery: Workbench['orrery'] = (...args) => runCli([...args, '--data-dir', dataDir], project)
  return { dataDir, project, orrery }
}

/** Answers with a link, for one window. */
async function serve(ground: Ground, serving: Serving = {}): Promise<string> {
  const { child, url } = await startServe(ground.dataDir, serving)
  ground.defer(() => end(child))
  return url
}

/** Whom a host runs as, if not as whoever runs the tests. */
interface SomeoneElse {
  readonly uid?: number
  readonly gid?: number
}

const NOBODY = 65_534

/** Takes the right to write the project away; from root nothing can be taken, so its host is nobody's. */
function withholdProject({ dataDir, project, defer }: Ground): SomeoneElse {
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

/** No key of the machine's reaches a test: only the demo agent is ready. */
function environment(): NodeJS.ProcessEnv {
  const kept = Object.entries(process.env).filter(([name]) => !name.endsWith('_API_KEY'))
  return Object.fromEntries(kept)
}

interface Serving {
  readonly env?: NodeJS.ProcessEnv
  readonly as?: SomeoneElse
  readonly args?: readonly string[]
}

async function startServe(
  dataDir: string,
  { env, as, args = [] }: Serving,
): Promise<{ child: ChildProcess; url: string }> {
  if (!existsSync(cli)) throw new Error('Build first: npm run build')
  const command = [cli, 'serve', '--no-open', '--json', '--data-dir', dataDir, ...args]
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
