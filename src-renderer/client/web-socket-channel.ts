import { checkFits, toRequestFrames } from '#shared/contract/request-frames.ts'
import { fromTextFrame } from '#shared/contract/text-frames.ts'
import { type ClientChannel, PROTOCOL } from '#shared/contract/wire.ts'
import type { Admission } from './admission.ts'
import { FrameChannel } from './frame-channel.ts'

/** Opens a channel to the host that served this page, with the token that this tab keeps. */
export async function openWebSocketChannel(
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
