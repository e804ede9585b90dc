import { app, type BrowserWindow } from 'electron'
import type { SessionId } from '#shared/ids.ts'
import { watchCrashes } from './crashes.ts'
import type { Look } from './look.ts'
import { createWindow, pageUrl } from './window.ts'
import { keepWindowState } from './window-state.ts'

interface Means {
  readonly look: Look
  /** Whether a window that is closed now is closed for good; else the app is to quit. */
  readonly isClosing: () => boolean
  /** Nobody looks: it is never shown. */
  readonly isHidden: boolean
}

/** The one window there is. Where it has been closed (macOS goes on without), it is made again. */
export class MainWindow {
  readonly #means: Means
  readonly #ready = Promise.withResolvers<void>()
  #window: BrowserWindow | undefined

  constructor(means: Means) {
    this.#means = means
  }

  /** Its page has come up, and reached us. */
  get isReady(): Promise<void> {
    return this.#ready.promise
  }

  tellReady(): void {
    this.#ready.resolve()
  }

  /** Brings the window to the front. */
  show(): void {
    if (!this.#window) this.#load('')
    else if (this.#window.isMinimized()) this.#window.restore()
    this.#window?.focus()
  }

  showSession(id: SessionId): void {
    this.showPlace(`#/session/${id}`)
  }

  /** A place as the page's address has it: a page that is loaded already just goes there. */
  showPlace(fragment: string): void {
    this.#load(fragment)
    this.show()
  }

  #load(fragment: string): void {
    this.#window ??= this.#create()
    const url = `${pageUrl()}${fragment}`
    // What is shown is not loaded again: something unsaved may be in it.
    if (this.#window.webContents.getURL() === url) return
    // Another address may be asked for before this one is there: that is no failure.
    this.#window.loadURL(url).catch(() => undefined)
  }

  #create(): BrowserWindow {
    const { look, isClosing, isHidden } = this.#means
    const window = createWindow(look, isHidden)
    keepWindowState(window)
    watchCrashes(window)
    window.on('close', (event) => {
      if (isClosing()) return
      // The person may be asked, and stay.
      event.preventDefault()
      app.quit()
    })
    window.once('closed', () => {
      this.#window = undefined
    })
    return window
  }
}
