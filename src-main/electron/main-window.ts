import type { BrowserWindow } from 'electron'
import type { SessionId } from '#shared/ids.ts'
import type { Look } from './look.ts'
import { createWindow, pageUrl } from './window.ts'

/** The one window there is. Where it has been closed (macOS goes on without), it is made again. */
export class MainWindow {
  readonly #look: Look
  #window: BrowserWindow | undefined

  constructor(look: Look) {
    this.#look = look
  }

  /** Brings the window to the front. */
  show(): void {
    if (!this.#window) this.#load('')
    else if (this.#window.isMinimized()) this.#window.restore()
    this.#window?.focus()
  }

  showSession(id: SessionId): void {
    // The page keeps its route in the fragment; a page that is loaded already just goes there.
    this.#load(`#/session/${id}`)
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
    const window = createWindow(this.#look)
    window.once('closed', () => {
      this.#window = undefined
    })
    return window
  }
}
