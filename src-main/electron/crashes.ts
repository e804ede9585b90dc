import { app, type BrowserWindow, crashReporter, dialog } from 'electron'

/** A page that crashes so often within so long is not begun again unasked. */
const CRASHES = 3
const WITHIN_MS = 60_000

const AGAIN = 0
const QUIT = 1

/** Before the app is ready. What crashed is kept on this machine, and sent to nobody. */
export function keepCrashDumps(): void {
  crashReporter.start({ uploadToServer: false })
}

/**
 * Begins a page again that has crashed: its address says what was open, and the host knows the rest. One
 * that does not answer is left to the person.
 */
export function watchCrashes(window: BrowserWindow): void {
  const crashes: number[] = []
  window.webContents.on('render-process-gone', (_event, { reason }) => {
    if (reason === 'clean-exit' || window.isDestroyed()) return
    process.emitWarning(`The window’s page has crashed (${reason}).`)
    const now = Date.now()
    crashes.push(now)
    const isOften = crashes.filter((at) => at > now - WITHIN_MS).length >= CRASHES
    if (isOften) void askAfterCrashes(window)
    else window.webContents.reload()
  })
  watchAnswers(window)
}

async function askAfterCrashes(window: BrowserWindow): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'error',
    message: 'The window has crashed several times.',
    detail:
      'Nothing is lost: every session is on disk, and what runs goes on. Reload the window, or quit and start Orrery again.',
    buttons: ['Reload', 'Quit'],
    defaultId: AGAIN,
    cancelId: AGAIN,
  })
  if (response === QUIT) app.quit()
  else if (!window.isDestroyed()) window.webContents.reload()
}

function watchAnswers(window: BrowserWindow): void {
  let asking: AbortController | undefined
  window.on('unresponsive', () => {
    if (asking) return
    asking = new AbortController()
    void askAboutSilence(window, asking.signal).finally(() => {
      asking = undefined
    })
  })
  // It answers again: there is nothing to be decided any more.
  window.on('responsive', () => asking?.abort())
}

async function askAboutSilence(window: BrowserWindow, signal: AbortSignal): Promise<void> {
  const { response } = await dialog.showMessageBox(window, {
    type: 'warning',
    message: 'The window does not answer.',
    detail: 'What runs goes on meanwhile. Wait for the window, or reload it: nothing is lost.',
    buttons: ['Wait', 'Reload'],
    defaultId: 0,
    cancelId: 0,
    signal,
  })
  if (signal.aborted || response !== 1 || window.isDestroyed()) return
  // A page that hangs can't be asked to leave.
  window.webContents.forcefullyCrashRenderer()
}
