import {
  type BrowserContext,
  type ElectronApplication,
  expect,
  type Page,
  type PlaywrightWorkerArgs,
} from '@playwright/test'
import { standinEnv } from '../standin/standin-path.ts'
import { checkBuilt, environment, type Ground } from './ground.ts'
import { desktopProgram } from './target.ts'

/** What a window had the system keep as a file. */
export interface SavedFile {
  readonly name: string
  readonly path: string
}

export interface Launch {
  readonly env?: NodeJS.ProcessEnv
  readonly args?: readonly string[]
  /** The path of a module that is loaded before the app's own. */
  readonly loadFirst?: string | undefined
}

/** How the desktop app is started, as a program. */
export function desktopCommand(
  { dataDir }: Pick<Ground, 'dataDir'>,
  { env, args = [], loadFirst }: Launch,
) {
  checkBuilt()
  const program = desktopProgram()
  return {
    executablePath: program.executablePath,
    args: [...(loadFirst === undefined ? [] : ['-r', loadFirst]), ...program.args, ...args],
    env: {
      ...environment(),
      ...standinEnv(),
      ORRERY_DEMO_DELAY_MS: '5',
      ...env,
      ORRERY_DATA_DIR: dataDir,
    },
  }
}

/** The desktop app on a data folder; ended with it. */
export async function launchDesktop(
  electron: PlaywrightWorkerArgs['playwright']['_electron'],
  ground: Ground,
  launch: Launch = {},
): Promise<ElectronApplication> {
  const app = await electron.launch(desktopCommand(ground, launch))
  ground.defer(() => app.close())
  apps.set(app.context(), app)
  // What the person answers to the system's own dialogs: this folder; and yes, quit.
  await answerWithFolder(app, ground.project)
  await app.evaluate(({ dialog }) => {
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
  })
  return app
}

const apps = new WeakMap<BrowserContext, ElectronApplication>()

/** The desktop app whose window it is; a browser's page is none's. */
export function findApp(page: Page): ElectronApplication | undefined {
  return apps.get(page.context())
}

/** What the system's own dialog for a folder comes to from now on. */
export function answerWithFolder(app: ElectronApplication, folder: string): Promise<void> {
  return app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
  }, folder)
}

/** The file that an act has saved, into a folder: no dialog of the system's is seen. */
export async function saveOnDesktop(
  app: ElectronApplication,
  folder: string,
  act: () => Promise<void>,
): Promise<SavedFile> {
  await app.evaluate(({ session }, into) => {
    const saved = new Promise((resolve) => {
      session.defaultSession.once('will-download', (_event, item) => {
        const [name, path] = [item.getFilename(), `${into}/${item.getFilename()}`]
        item.setSavePath(path)
        item.once('done', (_ended, state) => resolve({ name, path, state }))
      })
    })
    Object.assign(globalThis, { saved })
  }, folder)
  await act()
  const { state, ...saved } = await app.evaluate(() => Reflect.get(globalThis, 'saved'))
  expect(state).toBe('completed')
  return saved
}
