import { once } from 'node:events'
import {
  createServer,
  request as httpRequest,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { assert } from '#shared/lib/assert.ts'
import {
  ConnectionError,
  type Destination,
  parseAuthority,
  type Scheme,
  toDestination,
} from './destination.ts'
import { type NetworkPolicy, openRoute, type Route, type RouteOptions } from './open-route.ts'
import { type ProxyAccess, type ProxyClient, ProxyClients } from './proxy-clients.ts'

const MAX_HEADER_BYTES = 64 * 1024
const MAX_CONNECTIONS = 2_000
const HEADERS_MS = 30_000
const IDLE_MS = 65_000

/**
 * An HTTP proxy on a loopback port that decides by host name and address where its clients may connect.
 * Each client has a policy and a secret of its own.
 */
export class NetworkProxy implements AsyncDisposable {
  readonly #options: RouteOptions
  readonly #clients = new ProxyClients()
  readonly #sockets = new Set<Socket>()
  readonly #server = createServer(
    {
      maxHeaderSize: MAX_HEADER_BYTES,
      headersTimeout: HEADERS_MS,
      keepAliveTimeout: IDLE_MS,
      // An upload may take as long as it takes.
      requestTimeout: 0,
    },
    (request, response) => void this.#forward(request, response),
  )

  private constructor(options: RouteOptions) {
    this.#options = options
    this.#server.maxConnections = MAX_CONNECTIONS
    this.#server.on('connection', (socket) => {
      this.#sockets.add(socket)
      socket.once('close', () => this.#sockets.delete(socket))
    })
    this.#server.on('connect', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
      void this.#tunnel(request, socket, head)
    })
  }

  static async open(options: RouteOptions): Promise<NetworkProxy> {
    const proxy = new NetworkProxy(options)
    proxy.#server.listen(0, '127.0.0.1')
    await once(proxy.#server, 'listening')
    return proxy
  }

  get url(): string {
    const address = this.#server.address()
    assert(typeof address === 'object' && address, 'The proxy listens on a port.')
    return `http://127.0.0.1:${address.port}`
  }

  /** Lets a client in, until the access is disposed. */
  admit(policy: NetworkPolicy): ProxyAccess {
    return this.#clients.admit(policy)
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const closed = once(this.#server, 'close')
    this.#server.close()
    for (const socket of this.#sockets) socket.destroy()
    await closed
  }

  /** A request in plain HTTP, whose target is a whole URL. */
  async #forward(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const client = this.#clients.find(request.headers['proxy-authorization'])
    if (!client) return refuse(response, UNAUTHENTICATED)
    const url = URL.parse(request.url ?? '')
    if (url?.protocol !== 'http:') return refuse(response, MALFORMED)
    client.own(request.socket)
    using ended = endedWith(response)
    const to = toDestination(url)
    const route = await this.#open({ to, scheme: 'http', client, signal: ended.signal })
    if (route instanceof ConnectionError) refuse(response, toAnswer(route))
    else await passOn({ request, response, route, url })
  }

  async #tunnel(request: IncomingMessage, socket: Duplex, head: Buffer): Promise<void> {
    // Whatever happens to it also ends the pipeline below, which listens for its end several times.
    socket.setMaxListeners(20).on('error', () => socket.destroy())
    const client = this.#clients.find(request.headers['proxy-authorization'])
    if (!client) return refuseTunnel(socket, UNAUTHENTICATED)
    const to = parseAuthority(request.url ?? '')
    if (!to) return refuseTunnel(socket, MALFORMED)
    client.own(socket)
    using ended = endedWith(socket)
    const route = await this.#open({ to, scheme: 'tunnel', client, signal: ended.signal })
    if (route instanceof ConnectionError) return refuseTunnel(socket, toAnswer(route))
    socket.write('HTTP/1.1 200 Connection established\r\n\r\n')
    if (head.length > 0) socket.unshift(head)
    await pipeline(socket, route.socket, socket).catch(() => undefined)
  }

  /** Reports failures to the client's policy. */
  async #open({
    to,
    scheme,
    client: { policy },
    signal,
  }: {
    readonly to: Destination
    readonly scheme: Scheme
    readonly client: ProxyClient
    readonly signal: AbortSignal
  }): Promise<Route | ConnectionError> {
    try {
      return await openRoute({ to, scheme, policy, signal }, this.#options)
    } catch (cause) {
      const message = `The proxy failed to connect to ${to.host}.`
      const failure =
        cause instanceof ConnectionError
          ? cause
          : new ConnectionError('destination_unavailable', message, { cause })
      // A client that has gone away needs no answer and no report.
      if (!signal.aborted) policy.report(to, failure)
      return failure
    }
  }
}

interface Answer {
  readonly status: number
  readonly message: string
  readonly headers?: OutgoingHttpHeaders
}

const UNAUTHENTICATED: Answer = {
  status: 407,
  message: 'This proxy is for programs that Orrery starts.',
  headers: { 'proxy-authenticate': 'Basic realm="Orrery"' },
}
const MALFORMED: Answer = {
  status: 400,
  message: 'This is a proxy for HTTP: send a CONNECT request, or one with an http:// address.',
}

function toAnswer({ status, message, reason }: ConnectionError): Answer {
  return { status, message, headers: { 'proxy-status': `orrery; error=${reason}` } }
}

function toHeaders({ message, headers }: Answer): OutgoingHttpHeaders {
  return {
    ...headers,
    'content-type': 'text/plain; charset=utf-8',
    'content-length': Buffer.byteLength(message),
    'x-content-type-options': 'nosniff',
    connection: 'close',
  }
}

function refuse(response: ServerResponse, answer: Answer): void {
  response.writeHead(answer.status, toHeaders(answer)).end(answer.message)
}

function refuseTunnel(socket: Duplex, answer: Answer): void {
  const lines = Object.entries(toHeaders(answer)).map(([name, value]) => `${name}: ${value}`)
  const start = `HTTP/1.1 ${answer.status} ${STATUS_CODES[answer.status]}`
  // A client that keeps its side open doesn't keep the connection.
  socket.resume().end([start, ...lines, '', answer.message].join('\r\n'), () => socket.destroy())
}

/** Aborts when the stream closes. */
function endedWith(stream: Duplex | ServerResponse): Disposable & { readonly signal: AbortSignal } {
  const ended = new AbortController()
  const abort = () => ended.abort()
  stream.once('close', abort)
  if (stream.destroyed) abort()
  return { signal: ended.signal, [Symbol.dispose]: () => stream.off('close', abort) }
}

/** Sends the request on and its answer back; if one side breaks off, so does the other. */
async function passOn({
  request,
  response,
  route: { socket, upstream },
  url,
}: {
  readonly request: IncomingMessage
  readonly response: ServerResponse
  readonly route: Route
  readonly url: URL
}): Promise<void> {
  const { authorization } = upstream ?? {}
  const outgoing = httpRequest({
    method: request.method,
    path: upstream ? url.href : `${url.pathname}${url.search}`,
    // The address decides, not what the client claims as its host.
    headers: [
      'Host',
      url.host,
      ...forwardedHeaders(request.rawHeaders, ['host']),
      ...(authorization ? ['Proxy-Authorization', authorization] : []),
    ],
    createConnection: () => socket,
    maxHeaderSize: MAX_HEADER_BYTES,
  })
  outgoing.on('error', () => socket.destroy())
  response.once('close', () => socket.destroy())
  const sent = pipe(request, outgoing)
  try {
    const [incoming]: [IncomingMessage] = toIncoming(await once(outgoing, 'response'))
    const headers = forwardedHeaders(incoming.rawHeaders, ['transfer-encoding'])
    response.writeHead(incoming.statusCode ?? 502, incoming.statusMessage, headers)
    await pipe(incoming, response)
  } catch {
    if (response.headersSent) response.destroy()
    else refuse(response, { status: 502, message: `${url.host} closed the connection.` })
  } finally {
    socket.destroy()
  }
  await sent
}

/** Node's documented argument of the event. */
function toIncoming(args: readonly unknown[]): [IncomingMessage] {
  return args as [IncomingMessage]
}

/** A stream that breaks off ends the other one, which is all that either end can learn. */
async function pipe(from: NodeJS.ReadableStream, to: NodeJS.WritableStream): Promise<void> {
  await pipeline(from, to).catch(() => undefined)
}

/** About one connection only, or meant for a proxy (RFC 9110, 7.6.1). `Proxy-Status` is this proxy's alone. */
const HOP_BY_HOP: ReadonlySet<string> = new Set([
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'proxy-status',
  'te',
  'trailer',
  'upgrade',
])

/** Returns the headers that go on, as a flat list of names and values. `framing` headers are left out, too. */
function forwardedHeaders(rawHeaders: readonly string[], framing: readonly string[]): string[] {
  const pairs = toPairs(rawHeaders)
  const named = pairs
    .filter(([name]) => name.toLowerCase() === 'connection')
    .flatMap(([, value]) => value.toLowerCase().split(','))
    .map((name) => name.trim())
  const dropped = new Set([...HOP_BY_HOP, ...named, ...framing])
  return pairs.filter(([name]) => !dropped.has(name.toLowerCase())).flat()
}

function toPairs(flat: readonly string[]): readonly (readonly [name: string, value: string])[] {
  return flat.flatMap((name, at) => (at % 2 === 0 ? [[name, flat[at + 1] ?? ''] as const] : []))
}
