import type { IncomingMessage, Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { type WebSocket, WebSocketServer } from 'ws'
import { type HostChannel, MAX_FRAME_BYTES, PROTOCOL } from '#shared/wire/protocol.ts'
import type { TcpConnection } from '../core/processes/peers.ts'
import { webSocketChannel } from '../transports/web-socket.ts'
import { type Doorkeeper, findToken } from './request-guard.ts'
import type { Tickets, Token } from './tickets.ts'

const HEARTBEAT_MS = 15_000
/** One alone may have been answered while the host was too busy to read the answer. */
const UNANSWERED = 2
/** A window has one, and those that it lost are dropped only after a while. */
const MAX_SOCKETS_OF_A_TOKEN = 32
const TOO_MANY = `This window has ${MAX_SOCKETS_OF_A_TOKEN} connections already. Close some.`

interface Sockets {
  readonly tickets: Tickets
  readonly doorkeeper: Doorkeeper
  readonly crowd: Crowd
  readonly onChannel: (channel: HostChannel, connection: TcpConnection) => void
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
  const open = new Map<Token, number>()
  const heartbeat = setInterval(() => beat(accepting, unanswered), HEARTBEAT_MS)
  heartbeat.unref()

  server.on('upgrade', (request: IncomingMessage, stream: Duplex, head: Buffer) => {
    const token = letIn(sockets, request)
    if (typeof token === 'number') return refuseUpgrade(stream, token)
    const count = open.get(token) ?? 0
    if (count >= MAX_SOCKETS_OF_A_TOKEN) return refuseUpgrade(stream, 429, TOO_MANY)
    accepting.handleUpgrade(request, stream, head, (socket) => {
      open.set(token, (open.get(token) ?? 0) + 1)
      socket.on('close', () => leave(open, token))
      socket.on('pong', () => unanswered.delete(socket))
      sockets.crowd.know(stream)
      const { localPort = 0, remotePort = 0, remoteAddress = '' } = request.socket
      const connection = { localPort, remotePort, remoteAddress }
      sockets.onChannel(webSocketChannel(socket), connection)
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

/** What the socket is opened with, or the HTTP status to refuse it with. */
function letIn({ tickets, doorkeeper }: Sockets, request: IncomingMessage): Token | number {
  if (request.url !== '/ws') return 404
  const refusal = doorkeeper.refuse(request, 'action')
  if (refusal) return refusal
  const token = findToken(request)
  return (token === undefined ? undefined : tickets.findToken(token)) ?? 401
}

function leave(open: Map<Token, number>, token: Token): void {
  const left = (open.get(token) ?? 0) - 1
  if (left > 0) open.set(token, left)
  else open.delete(token)
}

function refuseUpgrade(stream: Duplex, status: number, sentence = ''): void {
  stream.on('error', () => stream.destroy())
  const length = Buffer.byteLength(sentence)
  const head = `HTTP/1.1 ${status} \r\nconnection: close\r\ncontent-length: ${length}\r\n\r\n`
  stream.end(head + sentence)
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

/** A browser has six connections for a page's files. */
const MAX_STRANGERS = 100

/** The connections of those who have shown no token, by the address they come from. */
interface Crowd {
  /** Its other end has shown a token: it counts no more. */
  know(connection: Duplex): void
}

/** Past a hundred of one address, the one that has been there longest is ended: who is new comes in always. */
export function watchCrowd(server: Server): Crowd {
  const strangers = new Map<string, Set<Duplex>>()
  const addresses = new WeakMap<Duplex, string>()
  const forget = (connection: Duplex) => {
    const address = addresses.get(connection) ?? ''
    const others = strangers.get(address)
    others?.delete(connection)
    if (others?.size === 0) strangers.delete(address)
  }
  server.on('connection', (socket: Socket) => {
    const address = socket.remoteAddress ?? ''
    const others = strangers.get(address) ?? new Set<Duplex>()
    strangers.set(address, others.add(socket))
    addresses.set(socket, address)
    socket.once('close', () => forget(socket))
    const [oldest] = others
    if (others.size > MAX_STRANGERS) oldest?.destroy()
  })
  return { know: forget }
}
