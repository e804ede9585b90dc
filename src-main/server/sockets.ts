import type { IncomingMessage, Server } from 'node:http'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type HostChannel, PROTOCOL } from '#shared/contract/wire.ts'
import { MAX_FRAME_BYTES } from '../transports/frame.ts'
import { webSocketChannel } from '../transports/web-socket.ts'
import { type Doorkeeper, findToken } from './doorkeeper.ts'
import type { Tickets } from './tickets.ts'

const HEARTBEAT_MS = 15_000
/** One alone may have been answered while the host was too busy to read the answer. */
const UNANSWERED = 2

interface Sockets {
  readonly tickets: Tickets
  readonly doorkeeper: Doorkeeper
  readonly onChannel: (channel: HostChannel) => void
}

/** Accepts `/ws` for those who hold a token. A socket that leaves two heartbeats unanswered is dropped. */
export function acceptSockets(server: Server, sockets: Sockets): Disposable {
  const accepting = new WebSocketServer({
    noServer: true,
    perMessageDeflate: false,
    maxPayload: MAX_FRAME_BYTES,
    // The token that came along as a second protocol is never sent back.
    handleProtocols: () => PROTOCOL,
  })
  const unanswered = new WeakMap<WebSocket, number>()
  const heartbeat = setInterval(() => beat(accepting, unanswered), HEARTBEAT_MS)
  heartbeat.unref()

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const refusal = refuse(sockets, request)
    if (refusal) return refuseUpgrade(stream, refusal)
    accepting.handleUpgrade(request, stream, head, (socket) => {
      socket.on('pong', () => unanswered.delete(socket))
      sockets.onChannel(webSocketChannel(socket))
    })
  })
  return {
    [Symbol.dispose]() {
      clearInterval(heartbeat)
      for (const socket of accepting.clients) socket.terminate()
      accepting.close()
    },
  }
}

function refuse({ tickets, doorkeeper }: Sockets, request: IncomingMessage): number | undefined {
  if (request.url !== '/ws') return 404
  const refusal = doorkeeper.refuse(request, 'action')
  if (refusal) return refusal
  const token = findToken(request)
  return token !== undefined && tickets.isToken(token) ? undefined : 401
}

function refuseUpgrade(stream: Duplex, status: number): void {
  stream.on('error', () => stream.destroy())
  stream.end(`HTTP/1.1 ${status} \r\nconnection: close\r\ncontent-length: 0\r\n\r\n`)
}

function beat(accepting: WebSocketServer, unanswered: WeakMap<WebSocket, number>): void {
  for (const socket of accepting.clients) {
    const missed = unanswered.get(socket) ?? 0
    if (missed === UNANSWERED) {
      socket.terminate()
    } else {
      unanswered.set(socket, missed + 1)
      socket.ping()
    }
  }
}
