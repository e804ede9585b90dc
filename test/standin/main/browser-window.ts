import { EventEmitter } from 'node:events'
import type { BrowserWindowConstructorOptions, Rectangle } from 'electron'
import { standin } from '../script.ts'
import { createEvent, strict } from '../strict.ts'
import { theApp } from './app.ts'
import { themeSource } from './native-theme.ts'
import { WebContents } from './web-contents.ts'

const windows = new Set<BrowserWindow>()
let lastId = 0

/** A window that nobody sees: a page of headless Chromium, and what the app says of its window. */
export class BrowserWindow extends EventEmitter {
  readonly id = ++lastId
  readonly webContents: WebContents
  readonly #contents: WebContents
  readonly #options: BrowserWindowConstructorOptions
  /** What is handed out in its place. */
  readonly self: BrowserWindow
  #bounds: Rectangle
  #isVisible: boolean
  #isLoaded = false
  #state: 'normal' | 'maximized' | 'minimized' | 'fullscreen' = 'normal'
  #isDestroyed = false

  constructor(options: BrowserWindowConstructorOptions = {}) {
    super()
    if (!theApp.isReady()) throw new Error('Cannot create BrowserWindow before app is ready')
    const { x = 0, y = 0, width = 800, height = 600, show = true } = options
    this.#options = options
    this.#bounds = { x, y, width, height }
    this.#isVisible = show
    this.#contents = new WebContents({
      preferences: options.webPreferences ?? {},
      size: { width, height },
      onLoaded: () => this.#tellLoaded(),
    })
    this.webContents = this.#contents.present()
    this.self = strict('BrowserWindow', this)
    windows.add(this)
    void this.#contents.showTheme(themeSource())
    this.#contents.isAttached.catch((error: unknown) => {
      if (!this.#isDestroyed) console.error('stand-in: a window could not be made', error)
    })
    theApp.emit('web-contents-created', createEvent({}), this.webContents)
    theApp.emit('browser-window-created', createEvent({}), this.self)
    // biome-ignore lint/correctness/noConstructorReturn: what it does not have throws
    return this.self
  }

  static getAllWindows(): BrowserWindow[] {
    return [...windows].map((each) => each.self)
  }

  static getFocusedWindow(): BrowserWindow | null {
    return selfOf([...windows].find((each) => each.isVisible()))
  }

  static fromWebContents(contents: { readonly id: number }): BrowserWindow | null {
    return selfOf([...windows].find((each) => each.#contents.id === contents.id))
  }

  /** For the start: a target of Chromium's was opened by a page, or is gone. */
  static findByTarget(
    targetId: string,
  ): { window: BrowserWindow; contents: WebContents; gone: () => void } | undefined {
    const found = [...windows].find((each) => each.#contents.targetId === targetId)
    return found && { window: found.self, contents: found.#contents, gone: () => found.destroy() }
  }

  /** For the start: answers whether nobody objected. */
  static closeAll(): boolean {
    for (const each of windows) {
      each.close()
      if (!each.#isDestroyed) return false
    }
    return true
  }

  loadURL(url: string): Promise<void> {
    return this.#contents.loadURL(url)
  }

  show(): void {
    this.#isVisible = true
    this.emit('show')
    this.focus()
  }

  isVisible(): boolean {
    return this.#isVisible
  }

  focus(): void {
    this.emit('focus')
  }

  isFocused(): boolean {
    return this.#isVisible && this.#state !== 'minimized'
  }

  getBounds(): Rectangle {
    return { ...this.#bounds }
  }

  getNormalBounds(): Rectangle {
    return { ...this.#bounds }
  }

  setBounds(bounds: Partial<Rectangle>): void {
    this.#bounds = { ...this.#bounds, ...bounds }
    void this.#contents.isAttached.then(() => this.#contents.resize(this.#bounds))
    this.emit('resize')
    this.emit('move')
  }

  maximize(): void {
    this.#enter('maximized', 'maximize')
  }

  unmaximize(): void {
    this.#enter('normal', 'unmaximize')
  }

  isMaximized(): boolean {
    return this.#state === 'maximized'
  }

  minimize(): void {
    this.#enter('minimized', 'minimize')
  }

  restore(): void {
    this.#enter('normal', 'restore')
  }

  isMinimized(): boolean {
    return this.#state === 'minimized'
  }

  setFullScreen(isFull: boolean): void {
    this.#enter(
      isFull ? 'fullscreen' : 'normal',
      isFull ? 'enter-full-screen' : 'leave-full-screen',
    )
  }

  isFullScreen(): boolean {
    return this.#state === 'fullscreen'
  }

  setBackgroundColor(): void {}

  setTitleBarOverlay(): void {}

  setOverlayIcon(_icon: unknown, description: string): void {
    standin.shown.overlay = description === '' ? undefined : description
  }

  flashFrame(isFlashing: boolean): void {
    standin.shown.isFlashing = isFlashing
  }

  isDestroyed(): boolean {
    return this.#isDestroyed
  }

  close(): void {
    if (this.#isDestroyed) return
    const event = createEvent({})
    this.emit('close', event)
    if (!event.defaultPrevented) this.destroy()
  }

  destroy(): void {
    if (this.#isDestroyed) return
    this.#isDestroyed = true
    windows.delete(this)
    this.#contents.destroy()
    this.emit('closed')
    theApp.windowClosed()
  }

  #enter(state: 'normal' | 'maximized' | 'minimized' | 'fullscreen', event: string): void {
    this.#state = state
    this.emit(event)
  }

  #tellLoaded(): void {
    if (this.#isLoaded) return
    this.#isLoaded = true
    if (this.#options.show !== false) return
    setImmediate(() => this.emit('ready-to-show', createEvent({})))
  }
}

function selfOf(window: BrowserWindow | undefined): BrowserWindow | null {
  return window?.self ?? null
}
