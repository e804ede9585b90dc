import { join } from 'node:path'
import { app, BrowserWindow, session, shell } from 'electron'
import { isThisMachine } from '#shared/this-machine.ts'
import { httpHostOf } from '../core/http-host.ts'
import { findInstallation } from '../installation.ts'
import { APP_ORIGIN, APP_URL } from './app-protocol.ts'
import type { Look } from './look.ts'
import { SMALLEST } from './place-window.ts'
import { readWindowState } from './window-state.ts'

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
export function pageUrl(): string {
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
export function createWindow(look: Look, isHidden: boolean): BrowserWindow {
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
