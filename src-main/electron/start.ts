import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, powerSaveBlocker } from 'electron'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { AppError } from '#shared/error.ts'
import type { Theme } from '#shared/settings.ts'
import { explainNative } from '../core/native-part.ts'
import { ensureDataFolder, findDataFolder } from '../data-folder.ts'
import { findInstallation } from '../installation.ts'
import { openFolder } from '../open-folder.ts'
import { type HostLink, openHost } from '../open-host.ts'
import { registerScheme, serveApp } from './app-protocol.ts'
import { findFolder } from './find-folder.ts'
import { Look } from './look.ts'
import { MainWindow } from './main-window.ts'
import { setMenu } from './menu.ts'
import { acceptPorts } from './ports.ts'
import { safeStorageCipher } from './safe-storage.ts'
import { guardWindows, refusePermissions } from './window.ts'

/** The desktop app, from start to end. Settles always: what can't be is said in a dialog. */
export async function start(): Promise<void> {
  try {
    const dataDir = findDataFolder(undefined, process.env)
    if (prepare(dataDir)) await run(dataDir)
    else app.quit()
  } catch (error) {
    sayFailure('Orrery could not start', error)
    app.exit(1)
  }
}

function stayAwake(): Disposable {
  const id = powerSaveBlocker.start('prevent-app-suspension')
  return { [Symbol.dispose]: () => void powerSaveBlocker.stop(id) }
}

/** All that has to be done before the app is ready. Answers whether this is the only instance. */
function prepare(dataDir: string): boolean {
  registerScheme()
  app.enableSandbox()
  ensureDataFolder(dataDir)
  const profile = join(dataDir, 'electron')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  app.setPath('userData', profile)
  guardWindows()
  return app.requestSingleInstanceLock()
}

async function run(dataDir: string): Promise<void> {
  await app.whenReady()
  const link = await openHost({
    dataDir,
    face: 'window',
    cipher: safeStorageCipher(),
    stayAwake,
  })
  endWith(link)
  serveApp(findInstallation().rendererDir)
  refusePermissions()
  setMenu()
  const look = new Look(await readTheme(link))
  acceptPorts(link, look)
  const window = new MainWindow(look)
  app.on('activate', () => window.show())
  app.on('second-instance', (_event, argv, cwd) => {
    window.show()
    void showFolderOf({ link, window }, argv, cwd)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  await showFolderOf({ link, window }, process.argv, process.cwd())
  window.show()
}

/** A folder on the command line is opened: the window shows its last session. */
async function showFolderOf(
  { link, window }: { readonly link: HostLink; readonly window: MainWindow },
  argv: readonly string[],
  cwd: string,
): Promise<void> {
  const folder = await findFolder(argv, cwd)
  if (folder === undefined) return
  try {
    window.showSession(await openFolder(link, folder))
  } catch (error) {
    sayFailure(`${folder} could not be opened`, error)
  }
}

async function readTheme(link: HostLink): Promise<Theme> {
  using channel = await link.connect()
  return (await connectClient(channel, contract)['settings.read']({})).theme
}

/** The host is gone before the app is: what was asked for is durable, and no child is left. */
function endWith(link: HostLink): void {
  let isEnded = false
  app.on('will-quit', (event) => {
    if (isEnded) return
    event.preventDefault()
    const quit = () => {
      isEnded = true
      app.quit()
    }
    void Promise.resolve(link[Symbol.asyncDispose]()).finally(quit)
  })
}

function sayFailure(title: string, error: unknown): void {
  const said = explainNative(error) ?? error
  dialog.showErrorBox(title, AppError.is(said) ? said.message : String(said))
}
