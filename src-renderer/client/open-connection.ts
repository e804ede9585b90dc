import { Connection } from './connection.ts'
import { findDesktop } from './desktop.ts'
import { openPortChannel } from './port-channel.ts'
import { openWebSocketChannel, signIn } from './web-socket-channel.ts'

/** The connection of this window: through the desktop's port where there is one, else by WebSocket. */
export function openConnection(): Connection {
  const desktop = findDesktop()
  return new Connection({
    open: desktop ? (signal) => openPortChannel(desktop, signal) : openWebSocketChannel,
    isDesktop: desktop !== undefined,
    signIn,
    wait: waitUntil,
  })
}

/** Also over when the machine is back on a network, or the window is looked at again. */
function waitUntil(ms: number, signal: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const over = new AbortController()
  const end = () => {
    over.abort()
    resolve()
  }
  const timer = setTimeout(end, ms)
  over.signal.addEventListener('abort', () => clearTimeout(timer))
  signal.addEventListener('abort', end, { once: true, signal: over.signal })
  window.addEventListener('online', end, { signal: over.signal })
  return promise
}
