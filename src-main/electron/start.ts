import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, powerSaveBlocker } from 'electron'
import { AppError } from '#shared/error.ts'
import { describeFileError } from '../core/log/disk-error.ts'
import { explainNative } from '../core/native-part.ts'
import { ensureDataFolder, findDataFolder } from '../data-folder.ts'
import { findInstallation } from '../installation.ts'
import { openHost } from '../open-host.ts'
import { registerScheme, serveApp } from './app-protocol.ts'
import { Badge } from './badge.ts'
import { keepCrashDumps } from './crashes.ts'
import { Look } from './look.ts'
import { MainWindow } from './main-window.ts'
import { AppMenu } from './menu.ts'
import { Openings, registerLinks } from './openings.ts'
import { acceptPorts } from './ports.ts'
import { Quitting } from './quitting.ts'
import { readSettings } from './read-settings.ts'
import { followRecentProjects, offerRecentProjects } from './recent-projects.ts'
import { safeStorageCipher } from './safe-storage.ts'
import { createSelftestFolder, isSelftest, removeSelftestFolder, selftest } from './selftest.ts'
import { lookForUpdates } from './updates.ts'
import { guardWindows, refusePermissions } from './window.ts'

/** The desktop app, from start to end. Settles always: what can't be is said in a dialog. */
export async function start(): Promise<void> {
  try {
    if (isSelftest(process.argv)) await test()
    else work()
  } catch (error) {
    fail(error)
  }
}

function work(): void {
  const dataDir = findDataFolder(undefined, process.env)
  prepare(dataDir)
  if (!app.requestSingleInstanceLock()) {
    app.quit()
    return
  }
  registerLinks()
  // Files and links that the system opens us with may come before all else.
  const openings = new Openings()
  app
    .whenReady()
    .then(() => run(dataDir, openings))
    .catch(fail)
}

/** Nobody is asked, and nothing of a person's is touched. */
async function test(): Promise<void> {
  const folder = createSelftestFolder()
  prepare(folder)
  await app.whenReady()
  const cipher = safeStorageCipher()
  const link = await openHost({ dataDir: folder, face: 'selftest', cipher, demoDelayMs: 0 })
  serveApp(findInstallation().rendererDir)
  refusePermissions()
  const look = new Look('system')
  const window = new MainWindow({ look, isClosing: () => true, isHidden: true })
  const menu = new AppMenu({ openFolder: () => undefined })
  acceptPorts(link, { look, menu, badge: new Badge(), window })
  const isFine = await selftest({ link, window, cipher }, folder)
  await link[Symbol.asyncDispose]()
  await removeSelftestFolder(folder)
  app.exit(isFine ? 0 : 1)
}

/** All that has to be done before the app is ready. */
function prepare(dataDir: string): void {
  registerScheme()
  app.enableSandbox()
  ensureDataFolder(dataDir)
  const profile = join(dataDir, 'electron')
  mkdirSync(profile, { recursive: true, mode: 0o700 })
  app.setPath('userData', profile)
  if (process.platform === 'win32') app.setAppUserModelId('dev.orrery.Orrery')
  keepCrashDumps()
  guardWindows()
}

async function run(dataDir: string, openings: Openings): Promise<void> {
  const cipher = safeStorageCipher()
  const link = await openHost({ dataDir, face: 'window', cipher, stayAwake, resumesWaits: true })
  const quitting = new Quitting(link)
  serveApp(findInstallation().rendererDir)
  refusePermissions()
  const look = new Look((await readSettings(link)).theme)
  const isClosing = () => quitting.isClosing
  const window = new MainWindow({ look, isClosing, isHidden: false })
  const menu = new AppMenu({ openFolder: (path) => openings.open(path) })
  acceptPorts(link, { look, menu, badge: new Badge(), window })
  app.on('activate', () => window.show())
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
  const updates = lookForUpdates(link)
  app.once('quit', () => updates[Symbol.dispose]())
  followRecentProjects(link, (paths) => {
    menu.setRecent(paths)
    offerRecentProjects(paths)
    // Without them the menu is shorter, and nothing else.
  }).catch(() => undefined)
  await openings.connect({ link, window, say })
}

function stayAwake(): Disposable {
  const id = powerSaveBlocker.start('prevent-app-suspension')
  return { [Symbol.dispose]: () => void powerSaveBlocker.stop(id) }
}

function fail(error: unknown): void {
  say('Orrery could not start', error)
  app.exit(1)
}

function say(title: string, error: unknown): void {
  const said = explainNative(error) ?? error
  dialog.showErrorBox(
    title,
    AppError.is(said) ? said.message : (describeFileError(said) ?? String(said)),
  )
}
