import { type IpcMainEvent, ipcMain, MessageChannelMain, type WebFrameMain } from 'electron'
import { nativeContract } from '#shared/contract/native.ts'
import type { HostLink } from '../open-host.ts'
import { portChannel } from '../transports/message-port.ts'
import { serve } from '../transports/serve.ts'
import { splitChannel } from '../transports/split.ts'
import { type Desktop, nativeHandlers } from './native-handlers.ts'
import { isAppOrigin } from './window.ts'

const nativePaths = new Set(Object.keys(nativeContract))

/** Gives our own page a port whenever it asks: the host's contract and the desktop's on one channel. */
export function acceptPorts(link: HostLink, desktop: Desktop): void {
  ipcMain.on('orrery:connect', (event) => {
    if (!isOwnPage(event.senderFrame)) return
    const { port1, port2 } = new MessageChannelMain()
    const { own, rest } = splitChannel(portChannel(port1), nativePaths)
    const handlers = nativeHandlers(event.sender, desktop)
    serve(own, { contract: nativeContract, handlers, report })
    link.serve(rest)
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
