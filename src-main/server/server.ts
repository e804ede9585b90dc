import { createServer, type Server } from 'node:http'
import type { HostChannel } from '#shared/contract/wire.ts'
import { AppError } from '#shared/error.ts'
import type { Beyond } from '../beyond.ts'
import type { Clock } from '../core/clock.ts'
import { watchCrowd } from './crowd.ts'
import { createDoorkeeper } from './doorkeeper.ts'
import { createPages } from './pages.ts'
import { Password } from './password.ts'
import { addressesOf, LOOPBACK, loopbackPlaces, placesBeyond, toHost } from './places.ts'
import { acceptSockets } from './sockets.ts'
import { Tickets } from './tickets.ts'

export interface ServerOptions {
  /** 0: one that is free. */
  readonly port: number
  readonly rendererDir: string
  readonly clock: Clock
  /** Where it is to be reached from elsewhere. Else it is from this machine alone. */
  readonly beyond?: Beyond | undefined
  /** Given every channel that a browser opens with a valid token. */
  readonly onChannel: (channel: HostChannel) => void
}

export interface WebServer extends AsyncDisposable {
  readonly port: number
  /** Where the page is, for those who come without a link. */
  readonly addresses: readonly string[]
  /** A link that opens a window, once, within two minutes. */
  createLink(): string
}

/** Who says slowly what he wants is not waited for; the last is how often that is looked for. */
const LIMITS = { requestTimeout: 10_000, headersTimeout: 5_000, connectionsCheckingInterval: 1000 }

/** Serves the window to browsers. Disposing it closes every connection. */
export async function startServer(options: ServerOptions): Promise<WebServer> {
  const { beyond, clock, rendererDir } = options
  const address = beyond?.address ?? LOOPBACK
  const server = createServer(LIMITS)
  const port = await listen(server, options.port, address)
  const tickets = new Tickets(clock)
  const password = beyond && new Password(beyond.password, clock)
  const doorkeeper = createDoorkeeper(
    beyond ? placesBeyond(address, beyond.names, port) : loopbackPlaces(port),
  )
  const pages = createPages({ tickets, password, doorkeeper, rendererDir })
  server.on('request', (request, response) => void pages(request, response))
  const crowd = watchCrowd(server)
  const { onChannel } = options
  const sockets = acceptSockets(server, { tickets, doorkeeper, crowd, onChannel })
  const addresses = addressesOf(address).map((each) => `http://${toHost(each, port)}/`)
  return {
    port,
    addresses,
    createLink: () => `${addresses[0]}#ticket=${tickets.issue()}`,
    [Symbol.asyncDispose]: async () => {
      sockets[Symbol.dispose]()
      await close(server)
    },
  }
}

async function listen(server: Server, port: number, host: string): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, host, resolve)
  await promise.catch((cause) => {
    throw new AppError('unavailable', sayRefused(port, host, cause), { cause })
  })
  server.off('error', reject)
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

function sayRefused(port: number, host: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined
  if (code === 'EADDRNOTAVAIL')
    return `This machine has no address ${host}. Choose one that it has.`
  return code === 'EADDRINUSE'
    ? `Port ${port} is taken by another program. End that, choose another with --port, or leave --port out.`
    : `Port ${port} can't be listened on. Choose another with --port.`
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
