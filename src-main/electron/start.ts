import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { app, BrowserWindow, dialog } from 'electron'
import { connectClient } from '#shared/contract/client.ts'
import { contract } from '#shared/contract/index.ts'
import { AppError } from '#shared/error.ts'
import { findDataFolder } from '../data-folder.ts'
import { findInstallation } from '../installation.ts'
import { type HostLink, openHost } from '../open-host.ts'
import { serveApp } from './app-protocol.ts'
import { acceptPorts } from './ports.ts'
import { safeStorageCipher } from './safe-storage.ts'
import { guardWindows, openWindow, refusePermissions } from './window.ts'

/** The desktop app, from start to end. Settles always: what can't be is said in a dialog. */
export async function start(): Promise<void> {
  try {
    guardWindows()
    await app.whenReady()
    const dataDir = findDataFolder(undefined, process.env)
    const link = await openHost({ dataDir, face: 'window', cipher: safeStorageCipher() })
    endWith(link)
    serveApp(findInstallation().rendererDir)
    refusePermissions()
    acceptPorts(link)
    await openFolderOf(link, process.argv, process.cwd())
    keepWindow(link)
  } catch (error) {
    const sentence = AppError.is(error) ? error.message : String(error)
    dialog.showErrorBox('Orrery could not start', sentence)
    app.exit(1)
  }
}

function keepWindow(link: HostLink): void {
  let window = openWindow()
  app.on('activate', () => {
    if (BrowserWindow.getAllWindows().length === 0) window = openWindow()
  })
  app.on('second-instance', (_event, argv, cwd) => {
    if (window.isMinimized()) window.restore()
    window.focus()
    void openFolderOf(link, argv, cwd)
  })
  app.on('window-all-closed', () => {
    if (process.platform !== 'darwin') app.quit()
  })
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

/** A folder on the command line is opened as a project: the window lists it first. */
async function openFolderOf(link: HostLink, argv: readonly string[], cwd: string): Promise<void> {
  const folder = await findFolder(argv, cwd)
  if (folder === undefined) return
  using channel = await link.connect()
  await connectClient(channel, contract)['projects.open']({ path: folder })
}

async function findFolder(argv: readonly string[], cwd: string): Promise<string | undefined> {
  const own = resolve(app.getAppPath())
  for (const argument of argv.slice(1)) {
    if (argument.startsWith('-')) continue
    const path = resolve(cwd, argument)
    const found = await stat(path).catch(() => undefined)
    // Started from source, the app's own folder is the first argument.
    if (found?.isDirectory() && path !== own) return path
  }
  return undefined
}
