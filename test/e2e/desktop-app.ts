import type { ElectronApplication, PlaywrightWorkerArgs } from '@playwright/test'
import { findChromium } from '../../scripts/ensure-chromium.ts'
import { findElectron } from '../../scripts/fetch-electron.ts'
import { standinPath } from '../standin/standin-path.ts'
import { checkBuilt, environment, type Ground, root } from './ground.ts'
import { target } from './target.ts'

/** Electron itself where it is asked for, and else what stands in for it. */
function findExecutable(): string {
  if (target !== 'electron') return standinPath()
  const path = findElectron()
  if (path === undefined) throw new Error('There is no Electron here.')
  return path
}

export interface Launch {
  readonly env?: NodeJS.ProcessEnv
  /** After the app's own folder. */
  readonly args?: readonly string[]
}

/** How the desktop app is started, as a program. */
export function desktopCommand({ dataDir }: Pick<Ground, 'dataDir'>, { env, args = [] }: Launch) {
  checkBuilt()
  return {
    executablePath: findExecutable(),
    args: [root, ...args],
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
  // What the person answers to the system's own dialogs: this folder; and yes, quit.
  await app.evaluate(({ dialog }, path) => {
    dialog.showOpenDialog = async () => ({ canceled: false, filePaths: [path] })
    dialog.showMessageBox = async () => ({ response: 0, checkboxChecked: false })
  }, ground.project)
  return app
}

/** Where the stand-in finds what it runs on; Electron looks at none of it. */
export function standinEnv(): NodeJS.ProcessEnv {
  return { STANDIN_NODE: process.execPath, STANDIN_CHROMIUM: findChromium() ?? '' }
}
