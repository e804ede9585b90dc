import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { app, BrowserWindow, screen, session, shell } from 'electron'
import type { SessionId } from '#shared/lib/ids.ts'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import { httpHostOf } from '../core/text/http-host.ts'
import { findInstallation } from '../installation.ts'
import { APP_ORIGIN, APP_URL } from './app-protocol.ts'
import type { Look } from './appearance.ts'
import { watchCrashes } from './crashes.ts'
import { type Placed, placeWindow, SMALLEST, WindowState } from './window-bounds.ts'

/** Refuses every way out of the app's page, in every window there will be. */
export function guardWindows(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isAppOrigin(originOf(event.url))) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      const isOfWeb = url.startsWith('https://') || isThisMachine(httpHostOf(url) ?? '')
      if (isOfWeb) void shell.openExternal(url)
      return { action: 'deny' }
    })
  })
}

/** Whether a page is ours, by its origin as Chromium says it. */
export function isAppOrigin(origin: string): boolean {
  return origin === (devOrigin() ?? APP_ORIGIN)
}

/** Where the page of a window is. */
function pageUrl(): string {
  const origin = devOrigin()
  return origin === undefined ? APP_URL : `${origin}/`
}

/** Node says `null` of a scheme that it does not know, where Chromium names it. */
function originOf(url: string): string {
  const { protocol, host } = new URL(url)
  return `${protocol}//${host}`
}

/** Where a page under development comes from; only an app that is not packaged has one. */
function devOrigin(): string | undefined {
  const url = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
  return url === undefined ? undefined : new URL(url).origin
}

const granted = ['clipboard-sanitized-write', 'notifications', 'loopback-network']

/**
 * A page may write to the clipboard, notify, and frame what runs on this machine, which is what previews
 * are. Nothing else is asked for, so nothing else is granted.
 */
export function refusePermissions(): void {
  const isAllowed = (permission: string) => granted.includes(permission)
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(isAllowed(permission)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission))
}

/** A window as it was left, that is shown once it has something to show. */
function createWindow(look: Look, isHidden: boolean): BrowserWindow {
  const { placed, left } = readWindowState()
  const window = new BrowserWindow({
    ...placed,
    ...SMALLEST,
    show: false,
    title: 'Orrery',
    // The page's title bar is the window's: it is dragged there, and keeps clear of the buttons.
    titleBarStyle: process.platform === 'darwin' ? 'hiddenInset' : 'hidden',
    ...look.options(),
    webPreferences: {
      preload: join(findInstallation().root, 'out', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  look.follow(window)
  if (left?.isMaximized) window.maximize()
  if (left?.isFullScreen) window.setFullScreen(true)
  if (!isHidden) window.once('ready-to-show', () => window.show())
  return window
}

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

/** A window that is dragged tells of every step. */
const SETTLED_MS = 500

const CHANGES = ['resize', 'move', 'maximize', 'unmaximize'] as const

/** Where the window opens, and how. */
function readWindowState(): { readonly placed: Placed; readonly left?: WindowState } {
  const left = readStoredState()
  const areas = screen.getAllDisplays().map(({ workArea }) => workArea)
  const placed = placeWindow(left, [
    areas[0] ?? screen.getPrimaryDisplay().workArea,
    ...areas.slice(1),
  ])
  return { placed, ...(left && { left }) }
}

/** Keeps how the window is left, until it is closed. */
function keepWindowState(window: BrowserWindow): void {
  let timer: NodeJS.Timeout | undefined
  const keep = () => {
    clearTimeout(timer)
    timer = undefined
    storeState(toState(window))
  }
  const keepSoon = () => {
    timer ??= setTimeout(keep, SETTLED_MS)
  }
  // Electron's declarations have an overload for each of them.
  for (const event of CHANGES) window.on(event as 'resize', keepSoon)
  window.once('close', keep)
  window.once('closed', () => clearTimeout(timer))
}

function toState(window: BrowserWindow): WindowState {
  const [isMaximized, isFullScreen] = [window.isMaximized(), window.isFullScreen()]
  return { bounds: window.getNormalBounds(), isMaximized, isFullScreen }
}

/** What can't be read, or is none, was never left. */
function readStoredState(): WindowState | undefined {
  try {
    return WindowState.parse(JSON.parse(readFileSync(statePath(), 'utf8')))
  } catch {
    return undefined
  }
}

/** Where it can't be kept, the next window opens as the first did. */
function storeState(state: WindowState): void {
  try {
    writeFileSync(statePath(), JSON.stringify(state), { mode: 0o600 })
  } catch (error) {
    process.emitWarning(`How the window is left was not kept: ${String(error)}`)
  }
}

function statePath(): string {
  return join(app.getPath('userData'), 'window.json')
}
