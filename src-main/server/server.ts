import { createServer, type Server } from 'node:http'
import type { HostChannel } from '#shared/contract/wire.ts'
import { AppError } from '#shared/error.ts'
import type { Clock } from '../core/clock.ts'
import { createDoorkeeper } from './doorkeeper.ts'
import { createPages } from './pages.ts'
import { acceptSockets } from './sockets.ts'
import { Tickets } from './tickets.ts'

export interface ServerOptions {
  /** 0: any that is free. */
  readonly port: number
  readonly rendererDir: string
  readonly clock: Clock
  /** Given every channel that a browser opens with a valid token. */
  readonly onChannel: (channel: HostChannel) => void
}

export interface WebServer extends AsyncDisposable {
  readonly port: number
  /** A link that opens a window, once, within two minutes. */
  createLink(): string
}

const LOOPBACK = '127.0.0.1'

/** Serves the window to browsers of this machine. Disposing it closes every connection. */
export async function startServer(options: ServerOptions): Promise<WebServer> {
  const server = createServer({ requestTimeout: 10_000, headersTimeout: 5_000 })
  const port = await listen(server, options.port)
  const tickets = new Tickets(options.clock)
  const doorkeeper = createDoorkeeper(port)
  const pages = createPages({ tickets, doorkeeper, rendererDir: options.rendererDir })
  server.on('request', (request, response) => void pages(request, response))
  const sockets = acceptSockets(server, { tickets, doorkeeper, onChannel: options.onChannel })
  return {
    port,
    createLink: () => `http://${LOOPBACK}:${port}/#ticket=${tickets.issue()}`,
    [Symbol.asyncDispose]: async () => {
      sockets[Symbol.dispose]()
      await close(server)
    },
  }
}

async function listen(server: Server, port: number): Promise<number> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  server.once('error', reject)
  server.listen(port, LOOPBACK, resolve)
  await promise.catch((cause) => {
    throw new AppError('unavailable', sayRefused(port, cause), { cause })
  })
  server.off('error', reject)
  const address = server.address()
  return typeof address === 'object' && address ? address.port : port
}

function sayRefused(port: number, cause: unknown): string {
  const isTaken = cause instanceof Error && 'code' in cause && cause.code === 'EADDRINUSE'
  return isTaken
    ? `Port ${port} is taken by another program. End that, choose another with --port, or leave --port out.`
    : `Port ${port} can't be listened on. Choose another with --port.`
}

async function close(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  server.close(() => resolve())
  server.closeAllConnections()
  await promise
}
