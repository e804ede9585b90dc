import { app, Notification } from 'electron'
import { type HostLink, readSettings } from '../open-host.ts'

/** The start itself is left alone. */
const FIRST_MS = 60_000
const AGAIN_MS = 6 * 60 * 60_000

/**
 * Looks for a newer Orrery where a person has named a place for that (`updateUrl` in the settings), and
 * has it installed when the app quits. Without one, nothing is asked and nothing loaded.
 */
export function lookForUpdates(link: HostLink): Disposable {
  if (!app.isPackaged) return { [Symbol.dispose]: () => undefined }
  const look = () => {
    findUpdate(link).catch((error: unknown) => {
      process.emitWarning(`Updates could not be looked for: ${String(error)}`)
    })
  }
  const first = setTimeout(look, FIRST_MS)
  const again = setInterval(look, AGAIN_MS)
  return {
    [Symbol.dispose]: () => {
      clearTimeout(first)
      clearInterval(again)
    },
  }
}

async function findUpdate(link: HostLink): Promise<void> {
  const { updateUrl } = await readSettings(link)
  if (updateUrl === undefined) return
  const { autoUpdater } = (await import('electron-updater')).default
  autoUpdater.logger = null
  autoUpdater.setFeedURL({ provider: 'generic', url: updateUrl })
  const found = await autoUpdater.checkForUpdates()
  if (!found?.isUpdateAvailable || !found.downloadPromise) return
  await found.downloadPromise
  const body = `Orrery ${found.updateInfo.version} is installed when you quit.`
  new Notification({ title: 'A newer Orrery is here', body }).show()
}
