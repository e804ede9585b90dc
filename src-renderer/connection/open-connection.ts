import { checkFits, fromTextFrame, toRequestFrames } from '#shared/wire/frames.ts'
import { type ClientChannel, PROTOCOL } from '#shared/wire/protocol.ts'
import { Connection } from './connection.ts'
import { findDesktop, openPortChannel } from './desktop.ts'
import { FrameChannel } from './frame-channel.ts'
import { Admission, signIn } from './window-sign-in.ts'

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

/** Opens a channel to the host that served this page, with the token that this tab keeps. */
async function openWebSocketChannel(
  admission: Admission,
  signal: AbortSignal,
): Promise<ClientChannel> {
  const token = await admission.getToken()
  const socket = new WebSocket(addressOf(location), [PROTOCOL, `bearer.${token}`])
  if (!(await opened(socket, signal))) throw await admission.explainRefusal(token)
  const channel = new FrameChannel({
    check: checkFits,
    send: (messages) => {
      if (socket.readyState !== WebSocket.OPEN) return
      for (const frame of toRequestFrames(messages)) socket.send(frame)
    },
    close: () => socket.close(),
  })
  socket.onmessage = ({ data }) => channel.receive(fromTextFrame(String(data)))
  socket.onclose = () => channel.close()
  return channel
}

function addressOf({ protocol, host }: Location): string {
  return `${protocol === 'https:' ? 'wss' : 'ws'}://${host}/ws`
}

async function opened(socket: WebSocket, signal: AbortSignal): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>()
  socket.onopen = () => resolve(true)
  socket.onclose = () => resolve(false)
  const giveUp = () => socket.close()
  signal.addEventListener('abort', giveUp)
  const isOpen = await promise
  // The limit is for opening: what is open stays so.
  signal.removeEventListener('abort', giveUp)
  return isOpen
}
