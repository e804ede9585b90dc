import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { app, dialog, powerSaveBlocker, safeStorage } from 'electron'
import { AppError } from '#shared/lib/app-error.ts'
import { leaveOutCurrentFolder } from '../core/programs/program-environment.ts'
import { explainNative } from '../core/runtime/native-part.ts'
import type { Cipher } from '../core/secrets/secret-encryption.ts'
import { describeFileError } from '../core/store/database/store-error.ts'
import { ensureDataFolder, findDataFolder } from '../data-folder.ts'
import { findInstallation } from '../installation.ts'
import { openHost, readSettings } from '../open-host.ts'
import { AppMenu, followRecentProjects, offerRecentProjects } from './app-menu.ts'
import { registerScheme, serveApp } from './app-protocol.ts'
import { Look } from './appearance.ts'
import { keepCrashDumps } from './crashes.ts'
import { acceptPorts, Badge } from './native-handlers.ts'
import { Openings, registerLinks } from './open-requests.ts'
import { Quitting } from './quit.ts'
import { createSelftestFolder, isSelftest, removeSelftestFolder, selftest } from './selftest.ts'
import { lookForUpdates } from './updates.ts'
import { guardWindows, MainWindow, refusePermissions } from './window.ts'

/** The desktop app, from start to end. Settles always: what can't be is said in a dialog. */
export async function start(): Promise<void> {
  leaveOutCurrentFolder(process.env)
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
  const client = { type: 'window' } as const
  const link = await openHost({
    dataDir,
    face: 'window',
    client,
    cipher,
    stayAwake,
    resumesWaits: true,
  })
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

const places: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: 'Encrypted with a key in the macOS keychain.',
  win32: 'Encrypted for your Windows account.',
}

/** The system's own keychain. */
function safeStorageCipher(): Cipher {
  return {
    name: 'keychain',
    description: places[process.platform] ?? 'Encrypted with a key in the system’s keyring.',
    encrypt: async (text) => {
      await checkAvailable()
      return safeStorage.encryptStringAsync(text)
    },
    decrypt: async (bytes) => {
      await checkAvailable()
      return (await safeStorage.decryptStringAsync(Buffer.from(bytes))).result
    },
  }
}

async function checkAvailable(): Promise<void> {
  if (await safeStorage.isAsyncEncryptionAvailable()) return
  const message =
    'The system’s keyring is locked or missing. Unlock it, or set the key in the environment.'
  throw new AppError('unavailable', message)
}
