import { join } from 'node:path'
import { app, BrowserWindow, session, shell } from 'electron'
import { findInstallation } from '../installation.ts'
import { APP_ORIGIN, APP_URL } from './app-protocol.ts'

/** Refuses every way out of the app's page, in every window there will be. */
export function guardWindows(): void {
  app.on('web-contents-created', (_event, contents) => {
    contents.on('will-navigate', (event) => {
      if (!isAppUrl(event.url)) event.preventDefault()
    })
    contents.on('will-attach-webview', (event) => event.preventDefault())
    contents.setWindowOpenHandler(({ url }) => {
      if (url.startsWith('https://')) void shell.openExternal(url)
      return { action: 'deny' }
    })
  })
}

export function isAppUrl(url: string): boolean {
  return url.startsWith(`${APP_ORIGIN}/`) || url.startsWith(`${devOrigin()}/`)
}

/** Where a page under development comes from; only an app that is not packaged has one. */
export function devOrigin(): string | undefined {
  const url = app.isPackaged ? undefined : process.env.ELECTRON_RENDERER_URL
  return url === undefined ? undefined : new URL(url).origin
}

/** A page may write to the clipboard. Nothing else is asked for, so nothing else is granted. */
export function refusePermissions(): void {
  const isAllowed = (permission: string) => permission === 'clipboard-sanitized-write'
  session.defaultSession.setPermissionRequestHandler((_contents, permission, answer) =>
    answer(isAllowed(permission)),
  )
  session.defaultSession.setPermissionCheckHandler((_contents, permission) => isAllowed(permission))
}

export function openWindow(): BrowserWindow {
  const window = new BrowserWindow({
    width: 1440,
    height: 900,
    minWidth: 880,
    minHeight: 560,
    show: false,
    title: 'Orrery',
    backgroundColor: '#101215',
    webPreferences: {
      preload: join(findInstallation().root, 'out', 'preload', 'index.cjs'),
      sandbox: true,
      contextIsolation: true,
      nodeIntegration: false,
      webviewTag: false,
      spellcheck: false,
    },
  })
  window.once('ready-to-show', () => window.show())
  void window.loadURL(devOrigin() ?? APP_URL)
  return window
}
