import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import { pipeline } from 'node:stream/promises'
import { AppError } from '#shared/lib/app-error.ts'
import type { HostChannel } from '#shared/wire/protocol.ts'
import type { TcpConnection } from '../core/processes/peers.ts'
import type { Clock } from '../core/runtime/clock.ts'
import { findPageFile, pageHeaders } from '../page-files.ts'
import type { Beyond } from '../remote-access.ts'
import { Password } from './password.ts'
import {
  addressesOf,
  createDoorkeeper,
  type Doorkeeper,
  LOOPBACK,
  loopbackPlaces,
  placesBeyond,
  toHost,
} from './request-guard.ts'
import { type Admitting, admit } from './sign-in.ts'
import { acceptSockets, watchCrowd } from './sockets.ts'
import { Tickets } from './tickets.ts'

interface ServerOptions {
  /** 0: one that is free. */
  readonly port: number
  readonly rendererDir: string
  readonly clock: Clock
  /** Where it is to be reached from elsewhere. Else it is from this machine alone. */
  readonly beyond?: Beyond | undefined
  /** Called with every channel that a browser opens with a valid token, and its connection. */
  readonly onChannel: (channel: HostChannel, connection: TcpConnection) => void
}

interface WebServer extends AsyncDisposable {
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

const FOREVER = 'private, max-age=31536000, immutable'

interface Pages extends Admitting {
  readonly doorkeeper: Doorkeeper
  readonly rendererDir: string
}

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>

/** Answers HTTP: the window's files, which hold no secret, and `POST /auth`. It never rejects. */
function createPages(pages: Pages): Answer {
  return async (request, response) => {
    for (const [name, value] of Object.entries(pageHeaders)) response.setHeader(name, value)
    response.setHeader('cache-control', 'no-store')
    try {
      await answer(pages, request, response)
    } catch {
      // The browser went away, or the file did.
      response.destroy()
    }
  }
}

async function answer(
  pages: Pages,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const path = findPath(request.url ?? '')
  if (path === undefined) return end(response, 400)
  const door = path === '/auth' ? 'action' : path === '/' ? 'page' : 'asset'
  const refusal = pages.doorkeeper.refuse(request, door)
  if (refusal) return end(response, refusal)
  if (door === 'action') return admit(pages, request, response)
  if (request.method !== 'GET' && request.method !== 'HEAD') return end(response, 405)
  await sendFile(pages.rendererDir, path, { request, response })
}

/** Of an address that names no host of its own: `http://…` and `//…` do, beside what `Host` says. */
function findPath(url: string): string | undefined {
  return /^\/(?![/\\])/.test(url) ? URL.parse(url, 'http://localhost')?.pathname : undefined
}

async function sendFile(
  rendererDir: string,
  path: string,
  { request, response }: { request: IncomingMessage; response: ServerResponse },
): Promise<void> {
  const file = await findPageFile(rendererDir, path)
  if (!file) return end(response, 404)
  // Names below /assets/ hold a hash of the content.
  if (path.startsWith('/assets/')) response.setHeader('cache-control', FOREVER)
  response.writeHead(200, { 'content-type': file.mimeType, 'content-length': file.bytes })
  if (request.method === 'HEAD') response.end()
  else await pipeline(createReadStream(file.path), response)
}

function end(response: ServerResponse, status: number): void {
  response.writeHead(status).end()
}
