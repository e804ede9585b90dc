import type { ClientChannel } from '#shared/wire/protocol.ts'
import { FrameChannel } from './frame-channel.ts'

/** What the preload script offers in the desktop app; absent in a browser. */
export interface Desktop {
  readonly platform: string
  /** Asks for a channel to the host: its port arrives as the message `orrery:port`. */
  connect(): void
  /** The path of a file or folder that was dropped; empty where it has none. */
  pathForFile(file: File): string
}

declare global {
  interface Window {
    readonly orrery?: Desktop
  }
}

/** The desktop around this window, if there is one. */
export function findDesktop(): Desktop | undefined {
  return window.orrery
}

/** Opens a channel to the desktop's host. The preload hands the port over by a message to this window. */
export async function openPortChannel(
  desktop: Desktop,
  signal: AbortSignal,
): Promise<ClientChannel> {
  const port = await receivePort(desktop, signal)
  const channel = new FrameChannel({
    send: (frame) => port.postMessage(frame),
    close: () => port.close(),
  })
  port.onmessage = ({ data }) => channel.receive(data)
  port.addEventListener('close', () => channel.close())
  return channel
}

function receivePort(desktop: Desktop, signal: AbortSignal): Promise<MessagePort> {
  const { promise, resolve, reject } = Promise.withResolvers<MessagePort>()
  const listening = new AbortController()
  const take = ({ source, data, ports }: MessageEvent) => {
    const port = ports[0]
    if (source !== window || data !== 'orrery:port' || !port) return
    listening.abort()
    resolve(port)
  }
  window.addEventListener('message', take, { signal: listening.signal })
  signal.addEventListener('abort', () => {
    listening.abort()
    reject(signal.reason)
  })
  desktop.connect()
  return promise
}
