import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'

/** A browser has six connections for a page's files. */
const MAX_STRANGERS = 100

/** The connections of those who have shown no token, by the address they come from. */
export interface Crowd {
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
