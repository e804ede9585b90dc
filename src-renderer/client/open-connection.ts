import { Admission, signIn } from './admission.ts'
import { Connection } from './connection.ts'
import { findDesktop } from './desktop.ts'
import { openPortChannel } from './port-channel.ts'
import { openWebSocketChannel } from './web-socket-channel.ts'

/** The connection of this window: through the desktop's port where there is one, else by WebSocket. */
export function openConnection(): Connection {
  const desktop = findDesktop()
  if (desktop) {
    const open = (signal: AbortSignal) => openPortChannel(desktop, signal)
    return new Connection({ open, isDesktop: true, wait: waitUntil })
  }
  // Both live as long as the page.
  const admission = new Admission()
  const connection = new Connection({
    open: (signal) => openWebSocketChannel(admission, signal),
    isDesktop: false,
    signIn,
    wait: (ms, signal) => waitUntil(ms, signal, admission),
  })
  admission.onLink(() => connection.retry())
  return connection
}

/** Also over when the machine is back on a network, or a new link was opened. */
async function waitUntil(ms: number, signal: AbortSignal, admission?: Admission): Promise<void> {
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
  using _link = admission?.onLink(end)
  await promise
}
