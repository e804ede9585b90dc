import { dirname } from 'node:path'
import {
  type BrowserContext,
  test as base,
  expect,
  type LaunchOptions,
  type Page,
  type PlaywrightTestOptions,
  type PlaywrightWorkerArgs,
  type TestInfo,
} from '@playwright/test'
import { launchDesktop, type SavedFile, saveOnDesktop } from './desktop-app.ts'
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
  /** The file that an act of the person's saves. */
  save(act: () => Promise<void>): Promise<SavedFile>
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
  /** The path of a module that the host loads before its own. */
  readonly loadFirst: string | undefined
  /** The host may not write the project. */
  readonly isReadOnly: boolean
}

/**
 * The same specs run in a browser and in the desktop app; `target.ts` says on what.
 */
export const test = base.extend<Pace & Seed & Surroundings & { workbench: Workbench }>({
  isDemoWatched: [false, { option: true }],
  seed: [undefined, { option: true }],
  hostEnv: [{}, { option: true }],
  serveArgs: [[], { option: true }],
  loadFirst: [undefined, { option: true }],
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
    loadFirst,
    isReadOnly,
  }: Pace & Seed & Surroundings & { readonly page: Page; readonly context: BrowserContext },
  use: Use,
): Promise<void> {
  await using ground = await createGround()
  await seed?.fill(ground.dataDir)
  const as = isReadOnly ? withholdProject(ground) : {}
  const env = { ...paceOf({ isDemoWatched }), ...hostEnv }
  const serving: Serving = { env, as, args, loadFirst }
  const errors = watchErrors(context)
  await page.goto(await serve(ground, serving))
  const openAnotherWindow = async () => {
    const another = await context.newPage()
    await another.goto(await serve(ground, serving))
    return another
  }
  const save: Workbench['save'] = async (act) => {
    const [download] = await Promise.all([page.waitForEvent('download'), act()])
    return { name: download.suggestedFilename(), path: await download.path() }
  }
  await use({ page, save, openAnotherWindow, ...toWorkbench(ground) })
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

interface DesktopFixtures extends Pace, Seed, Surroundings {
  readonly playwright: PlaywrightWorkerArgs['playwright']
  readonly launchOptions: LaunchOptions
  readonly colorScheme: PlaywrightTestOptions['colorScheme']
  readonly reducedMotion: PlaywrightTestOptions['reducedMotion']
  readonly viewport: PlaywrightTestOptions['viewport']
}

/** Its other window is a browser's: the desktop app has one only. */
async function runOnDesktop(
  {
    playwright,
    launchOptions,
    colorScheme,
    reducedMotion,
    viewport,
    isDemoWatched,
    seed,
    hostEnv,
    loadFirst,
    isReadOnly,
  }: DesktopFixtures,
  use: Use,
  testInfo: TestInfo,
): Promise<void> {
  await using ground = await createGround()
  await seed?.fill(ground.dataDir)
  const needsAnother = isReadOnly && withholdProject(ground).uid !== undefined
  testInfo.skip(
    needsAnother,
    'The desktop app is whoever runs the tests, and root may write anything.',
  )
  const env = { ...paceOf({ isDemoWatched }), ...hostEnv }
  const app = await launchDesktop(playwright._electron, ground, { env, loadFirst })
  const errors = watchErrors(app.context())
  const page = await app.firstWindow()
  await page.emulateMedia({ colorScheme, reducedMotion })
  if (viewport) await page.setViewportSize(viewport)
  const openAnotherWindow = async () => {
    const browser = await playwright.chromium.launch(launchOptions)
    ground.defer(() => browser.close())
    const another = await browser.newPage({ viewport })
    await another.goto(await serve(ground))
    return another
  }
  const save: Workbench['save'] = (act) => saveOnDesktop(app, dirname(ground.project), act)
  await use({ page, save, openAnotherWindow, ...toWorkbench(ground) })
  expect.soft(errors, 'what the windows did not catch').toEqual([])
}

function toWorkbench({ dataDir, project }: Ground) {
  const orrery: Workbench['orrery'] = (...args) => runCli([...args, '--data-dir', dataDir], project)
  return { dataDir, project, orrery }
}
