import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import type { Destination } from '../../src-main/core/network-proxy/destination.ts'
import { type Network, systemNetwork } from '../../src-main/core/network-proxy/open-route.ts'
import type { NetworkAttempt } from './network-attempts.ts'

/** Public addresses, of which nothing is dialed: connections go to servers of this machine. */
const ADDRESSES = {
  'allowed.example': '93.184.215.14',
  'forbidden.example': '93.184.215.15',
  'intranet.example': '10.0.0.7',
} as const
/** Each attempt has a port of its own, so that its connection is recognized. Browsers refuse some lower ones. */
const FIRST_PORT = 20_000

/** A server with the pages of attempts, the servers that they try to reach, and the way there. */
export interface AttemptServers extends AsyncDisposable {
  readonly home: string
  /** Resolves the two names and dials the servers of this machine for them. */
  readonly network: Network
  /** Names that were looked up, each time. */
  readonly lookedUp: readonly string[]
  pageOf(name: string, host: string): string
  hasArrived(name: string, host: string): boolean
  /** Of the server that no one may reach. */
  countForbiddenConnections(): number
}

export async function startAttemptServers(
  attempts: readonly NetworkAttempt[],
): Promise<AttemptServers> {
  await using owned = new AsyncDisposableStack()
  const start = async (answer: (request: IncomingMessage, response: ServerResponse) => void) => {
    const server = createServer(answer)
    owned.defer(() => close(server))
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    return server
  }
  const homeServer = await start((request, response) => answerAtHome(attempts, request, response))
  const allowed = await start((_, response) => answerAnything(response))
  const forbidden = await start((_, response) => answerAnything(response))
  const ports: Readonly<Record<string, number>> = {
    [ADDRESSES['allowed.example']]: portOf(allowed),
    [ADDRESSES['forbidden.example']]: portOf(forbidden),
  }
  const home = `http://127.0.0.1:${portOf(homeServer)}`
  let forbiddenConnections = 0
  forbidden.on('connection', () => {
    forbiddenConnections += 1
  })
  const arrived = new Set<string>()
  const lookedUp: string[] = []
  const network: Network = {
    resolve: async (host) => {
      lookedUp.push(host)
      const address = new Map<string, string>(Object.entries(ADDRESSES)).get(host)
      if (address === undefined) throw new Error(`No address for ${host}`)
      return [address]
    },
    dial: async (to, addresses, signal) => {
      const socket = await dialTestServer(to, addresses, { signal, ports })
      arrived.add(`${to.host}:${to.port}`)
      return socket
    },
  }
  const portFor = (name: string) => FIRST_PORT + attempts.findIndex((each) => each.name === name)
  const disposed = owned.move()
  return {
    home,
    network,
    lookedUp,
    pageOf: (name, host) => {
      const target = host.includes(':') ? host : `${host}:${portFor(name)}`
      return `${home}/attempt?${new URLSearchParams({ name, target, home }).toString()}`
    },
    hasArrived: (name, host) => arrived.has(`${host}:${portFor(name)}`),
    countForbiddenConnections: () => forbiddenConnections,
    [Symbol.asyncDispose]: () => disposed.disposeAsync(),
  }
}

function dialTestServer(
  to: Destination,
  addresses: readonly string[],
  {
    signal,
    ports,
  }: { readonly signal: AbortSignal; readonly ports: Readonly<Record<string, number>> },
): Promise<Socket> {
  const port = ports[addresses[0] ?? '']
  if (port === undefined) return systemNetwork.dial(to, addresses, signal)
  return systemNetwork.dial({ host: '127.0.0.1', port }, ['127.0.0.1'], signal)
}

function answerAtHome(
  attempts: readonly NetworkAttempt[],
  request: IncomingMessage,
  response: ServerResponse,
): void {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://home')
  const attempt = attempts.find(({ name }) => name === searchParams.get('name'))
  const read = (name: string) => searchParams.get(name) ?? ''
  if (pathname === '/redirect') {
    // Keeps the method and the body.
    const headers = { location: read('to'), 'access-control-allow-origin': '*' }
    response.writeHead(307, headers).end()
  } else if (pathname === '/shared-worker.js') {
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(SHARED_WORKER)
  } else if (attempt) {
    const addresses = { home: read('home'), target: read('target') }
    const headers = { 'content-type': 'text/html', ...attempt.headers?.(addresses) }
    response.writeHead(200, headers).end(`<!doctype html>${attempt.html(addresses)}`)
  } else answerAnything(response)
}

const SHARED_WORKER = `const url = location.search.slice(1)
if (url.startsWith('ws')) new WebSocket(url)
else fetch(url, { mode: 'no-cors' })`

function answerAnything(response: ServerResponse): void {
  const headers = { 'content-type': 'text/plain', 'access-control-allow-origin': '*' }
  response.writeHead(200, headers).end('x')
}

/** Counts packets. */
interface PacketCounter extends AsyncDisposable {
  readonly address: string
  readonly count: number
}

async function countPackets(): Promise<PacketCounter> {
  const socket = createSocket('udp4')
  let count = 0
  socket.on('message', () => {
    count += 1
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    get count() {
      return count
    },
    [Symbol.asyncDispose]: async () => {
      socket.close()
      await once(socket, 'close')
    },
  }
}

/** One counter for each attempt. */
export async function countPacketsOf(attempts: readonly NetworkAttempt[]) {
  await using owned = new AsyncDisposableStack()
  const counters = new Map<string, PacketCounter>()
  for (const { name } of attempts) counters.set(name, owned.use(await countPackets()))
  const disposed = owned.move()
  return {
    counters,
    /** The attempts of which no packet has arrived. */
    silent: () => [...counters].flatMap(([name, { count }]) => (count === 0 ? [name] : [])),
    [Symbol.asyncDispose]: () => disposed.disposeAsync(),
  }
}

function portOf(server: Server): number {
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('The server has no port.')
  return address.port
}

async function close(server: Server): Promise<void> {
  server.closeAllConnections()
  server.close()
  await once(server, 'close')
}
