import {
  type BrowserContext,
  test as base,
  expect,
  type LaunchOptions,
  type Page,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import { launchDesktop } from './desktop-app.ts'
import {
  createGround,
  type Ground,
  runCli,
  type Serving,
  serve,
  withholdProject,
} from './ground.ts'
import { isOnDesktop } from './target.ts'

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
  workbench: isOnDesktop ? runOnDesktop : runInBrowser,
})

const WATCHED_MS = '15'

function paceOf({ isDemoWatched }: Pace): NodeJS.ProcessEnv {
  return { ORRERY_DEMO_DELAY_MS: isDemoWatched ? WATCHED_MS : '5' }
}

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
  const env = { ...paceOf({ isDemoWatched }), ...hostEnv }
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
    isDemoWatched,
    seed,
    hostEnv,
  }: Pace &
    Seed &
    Surroundings & {
      readonly playwright: PlaywrightWorkerArgs['playwright']
      readonly launchOptions: LaunchOptions
      readonly colorScheme: PlaywrightTestOptions['colorScheme']
    },
  use: Use,
): Promise<void> {
  await using ground = await createGround()
  await seed?.fill(ground.dataDir)
  const env = { ...paceOf({ isDemoWatched }), ...hostEnv }
  const app = await launchDesktop(playwright._electron, ground, { env })
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

function toWorkbench({ dataDir, project }: Ground) {
  const orrery: Workbench['orrery'] = (...args) => runCli([...args, '--data-dir', dataDir], project)
  return { dataDir, project, orrery }
}
