import {
  app,
  BrowserWindow,
  dialog,
  type IpcMainEvent,
  ipcMain,
  MessageChannelMain,
  nativeImage,
  shell,
  type WebContents,
  type WebFrameMain,
} from 'electron'
import { type NativeContract, nativeContract } from '#shared/contract/native.ts'
import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { HostLink } from '../open-host.ts'
import { portChannel, splitChannel } from '../transports/message-port.ts'
import { serve } from '../transports/serve-contract.ts'
import type { AppMenu } from './app-menu.ts'
import type { Look } from './appearance.ts'
import { isAppOrigin, type MainWindow } from './window.ts'

/** What of the desktop a page can reach. */
export interface Desktop {
  readonly look: Look
  readonly menu: AppMenu
  readonly badge: Badge
  readonly window: MainWindow
}

/** What only a desktop has, for one page. */
function nativeHandlers(
  contents: WebContents,
  { look, menu, badge, window }: Desktop,
): Handlers<NativeContract> {
  return {
    'native.pickFolder': async () => {
      const asked = { properties: ['openDirectory' as const, 'createDirectory' as const] }
      const own = BrowserWindow.fromWebContents(contents)
      const { canceled, filePaths } = await (own
        ? dialog.showOpenDialog(own, asked)
        : dialog.showOpenDialog(asked))
      return { path: canceled ? null : (filePaths[0] ?? null) }
    },
    'native.revealInFolder': async ({ path }) => {
      shell.showItemInFolder(path)
      return {}
    },
    'native.setZoom': async ({ factor }) => {
      contents.setZoomFactor(factor)
      return {}
    },
    'native.setTheme': async ({ theme }) => {
      look.choose(theme)
      return {}
    },
    'native.show': async () => {
      window.show()
      return {}
    },
    'native.setBadge': async ({ waiting }) => {
      badge.show(waiting, BrowserWindow.fromWebContents(contents))
      return {}
    },
    'native.setMenu': async ({ commands }) => {
      menu.setCommands(commands)
      window.tellReady()
      return {}
    },
    'native.chosen': (_input, signal) => menu.chosen(signal),
  }
}

const nativePaths = new Set(Object.keys(nativeContract))

/** Gives our own page a port whenever it asks: the host's contract and the desktop's on one channel. */
export function acceptPorts(link: HostLink, desktop: Desktop): void {
  ipcMain.on('orrery:connect', (event) => {
    if (!isOwnPage(event.senderFrame)) return
    const { port1, port2 } = new MessageChannelMain()
    const { own, rest } = splitChannel(portChannel(port1), nativePaths)
    const handlers = nativeHandlers(event.sender, desktop)
    serve(own, { contract: nativeContract, handlers, report })
    link.serve(rest, { client: { type: 'window' }, peers: [] })
    handOver(event, port2)
  })
}

function handOver({ sender }: IpcMainEvent, port: Electron.MessagePortMain): void {
  sender.postMessage('orrery:port', null, [port])
}

/** `null` is a frame that has gone, or navigated away, since it asked. */
function isOwnPage(frame: WebFrameMain | null): boolean {
  return frame !== null && frame.parent === null && isAppOrigin(frame.origin)
}

function report(error: unknown, path: string): void {
  process.emitWarning(error instanceof Error ? error : String(error), { detail: `In ${path}.` })
}

/** A dot, for Windows, whose taskbar shows no number. */
const DOT =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAYAAAAf8/9hAAAAaElEQVR42mN4Ok+PgRKMTVAWiDuA+DIQ/4Liy1AxWUIGpEA1/MeBf0HVYDUgBY9GdJyCboAsAZuxuUQW2YAOEjTDcAeyAZfJMOAysgG/yDDgF1UNoNgLFAcixdFIcUKiSlKmSmYiGQMAUpFLI/o6eg0AAAAASUVORK5CYII='

/** Has the dock or the taskbar say how many calls wait, and draw attention to one more. */
export class Badge {
  #waiting = 0

  show(waiting: number, window: BrowserWindow | null): void {
    const isMore = waiting > this.#waiting
    this.#waiting = waiting
    app.setBadgeCount(waiting)
    if (!window) return
    if (process.platform === 'win32') {
      const icon = waiting > 0 ? nativeImage.createFromDataURL(DOT) : null
      window.setOverlayIcon(icon, waiting > 0 ? describe(waiting) : '')
    }
    window.flashFrame(isMore && !window.isFocused())
  }
}

function describe(waiting: number): string {
  return waiting === 1 ? 'A call waits for you' : `${waiting} calls wait for you`
}
