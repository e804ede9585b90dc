import { spawn } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Chromium, launchChromium, type Params } from './chromium.ts'
import { theApp } from './main/app.ts'
import { BrowserWindow } from './main/browser-window.ts'
import { dialog } from './main/dialog.ts'
import { followDownloads } from './main/downloads.ts'
import { exitNow } from './main/exit-now.ts'
import { nativeTheme } from './main/native-theme.ts'
import { answerRequests } from './main/page-requests.ts'
import { setBrowser } from './main/the-browser.ts'
import type { Settings } from './settings.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

const args = [
  '--headless',
  '--no-sandbox',
  '--no-first-run',
  '--no-startup-window',
  '--disable-gpu-compositing',
  '--use-angle=swiftshader',
  '--enable-unsafe-swiftshader',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--hide-scrollbars',
]

export interface Running {
  becomeReady(): Promise<void>
}

/** The process is Electron's main process from now on, but that Chromium comes when it is ready. */
export function start(settings: Settings): Running {
  process.exit = (code) => {
    theApp.exit(Number(code ?? process.exitCode ?? 0))
    throw new Error('stand-in: the app has exited')
  }
  for (const signal of signals) process.on(signal, () => theApp.quit())
  process.on('uncaughtException', (error) => {
    if (process.listenerCount('uncaughtException') > 1) return
    const title = 'A JavaScript error occurred in the main process'
    dialog.showErrorBox(title, `Uncaught Exception:\n${error.stack}`)
  })
  return { becomeReady: () => becomeReady(settings) }
}

async function becomeReady({ argv }: Settings): Promise<void> {
  const profile = mkdtempSync(join(tmpdir(), 'standin-chromium-'))
  const port = argv.filter((each) => each.startsWith('--remote-debugging-port'))
  const chromium = launchChromium({
    executable: process.env['STANDIN_CHROMIUM'] ?? '/usr/bin/chromium',
    args: [...args, ...port, ...theApp.switches],
    profile,
    // Whoever drives the app looks for it.
    onPort: (url) => process.stderr.write(`DevTools listening on ${url}\n`),
  })
  setBrowser(chromium)
  const leave = (code: number) => {
    chromium.kill()
    // Chromium's children go on writing for a moment.
    const remove = ['-c', 'sleep 1; rm -rf "$0"', profile]
    spawn('/bin/sh', remove, { detached: true, stdio: 'ignore' }).unref()
    exitNow(code)
  }
  chromium.onEnd(() => leave(1))
  followTargets(chromium)
  nativeTheme.on('updated', () => {
    for (const { webContents } of BrowserWindow.getAllWindows()) {
      void webContents.showTheme(nativeTheme.themeSource)
    }
  })
  await chromium.send('Target.setDiscoverTargets', { discover: true })
  await answerRequests(chromium, {
    mayGo: (frameId, url) => BrowserWindow.findByTarget(frameId)?.contents.mayGo(url) ?? true,
  })
  await followDownloads(chromium, join(profile, 'saved'))
  const windows = {
    closeAll: () => BrowserWindow.closeAll(),
    count: () => BrowserWindow.getAllWindows().length,
  }
  theApp.becomeReady(windows, leave)
}

/** A link that opens a window has made one by then; a window may go by itself. */
function followTargets(chromium: Chromium): void {
  const refused = new Set<string>()
  const refuse = ({ targetId, type, openerId, url }: TargetInfo) => {
    const opener = openerId && type === 'page' ? BrowserWindow.findByTarget(openerId) : undefined
    if (!opener || refused.has(targetId) || url === '' || url === 'about:blank') return
    refused.add(targetId)
    void chromium.send('Target.closeTarget', { targetId }).catch(() => undefined)
    opener.contents.open({ url, frameName: '', features: '' })
  }
  chromium.onEvent((method, params) => {
    if (method === 'Target.targetCreated' || method === 'Target.targetInfoChanged') {
      refuse(params['targetInfo'] as TargetInfo & Params)
    } else if (method === 'Target.targetDestroyed') {
      BrowserWindow.findByTarget(String(params['targetId']))?.gone()
    }
  })
}

interface TargetInfo {
  readonly targetId: string
  readonly type: string
  readonly openerId?: string
  readonly url: string
}
