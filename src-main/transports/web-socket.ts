import type { WebSocket } from 'ws'
import { toTextFrames } from '#shared/wire/frames.ts'
import type { HostChannel, Reply, Request } from '#shared/wire/protocol.ts'
import { Inbox, Outbox } from './message-queues.ts'
import { parseRequests } from './parse-requests.ts'

const POLICY_VIOLATION = 1008
/** Streams wait for credit; this is for whoever asks and asks, and never reads the answers. */
const MAX_UNREAD_BYTES = 64 * 1024 * 1024

/** A browser's socket. A frame is text: of a browser a JSON array of messages, of ours what `toTextFrames` says. */
export function webSocketChannel(socket: WebSocket): HostChannel {
  const inbox = new Inbox<Request>()
  const outbox = new Outbox<Reply>((replies) => {
    for (const frame of toTextFrames(replies)) {
      if (socket.bufferedAmount > MAX_UNREAD_BYTES) return socket.terminate()
      socket.send(frame)
    }
  })
  const hangUp = (code?: number) => {
    if (inbox.isClosed) return
    outbox.flush()
    inbox.close()
    socket.close(code)
  }
  socket.on('message', (data, isBinary) => {
    const requests = isBinary ? undefined : parseRequests(data.toString())
    if (requests) inbox.receive(requests)
    else hangUp(POLICY_VIOLATION)
  })
  // `close` follows every error.
  socket.on('error', () => undefined)
  socket.on('close', () => {
    outbox[Symbol.dispose]()
    inbox.close()
  })
  return {
    send: (reply) => {
      if (!inbox.isClosed) outbox.send(reply)
    },
    onMessage: inbox.onMessage,
    onClose: inbox.onClose,
    [Symbol.dispose]: () => hangUp(),
  }
}
