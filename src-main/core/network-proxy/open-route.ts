import { lookup } from 'node:dns/promises'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage } from 'node:http'
import { connect, isIP, type LookupFunction, type Socket } from 'node:net'
import {
  ConnectionError,
  type Destination,
  formatAuthority,
  isLocalhost,
  type Scheme,
} from './destination.ts'
import { findUpstream, type UpstreamProxy } from './upstream-proxies.ts'

/** Decides where a client of the proxy may connect to. */
export interface NetworkPolicy {
  /** Called before a name is looked up, so that a refused name reaches no DNS server. May wait for a person. */
  allowsHost(to: Destination): boolean | Promise<boolean>
  /**
   * Called with each address of an allowed host; only allowed ones are dialed. Names that go to the
   * person's own proxy are looked up by that proxy, so this isn't called for them.
   */
  allowsAddress(to: Destination, address: string): boolean
  /** Called with every connection that was refused or failed. */
  report(to: Destination, failure: ConnectionError): void
}

/** How the proxy finds and reaches hosts. */
export interface Network {
  /** Returns every address of a name; rejects if there is none. */
  resolve(host: string): Promise<readonly string[]>
  /** Connects to one of the addresses and looks up nothing itself. The caller owns the socket. */
  dial(to: Destination, addresses: readonly string[], signal: AbortSignal): Promise<Socket>
}

export interface RouteOptions {
  readonly network: Network
  /** Where the person's own proxies are named. */
  readonly env: Readonly<Record<string, string | undefined>>
}

interface RouteRequest {
  readonly to: Destination
  readonly scheme: Scheme
  readonly policy: NetworkPolicy
  readonly signal: AbortSignal
}

/** A connection to the destination, or to the person's own proxy if a request in plain HTTP goes there. */
export interface Route {
  readonly socket: Socket
  /** Absent: the socket ends at the destination. */
  readonly upstream?: UpstreamProxy
}

const CONNECT_MS = 30_000
const MAX_HEADER_BYTES = 64 * 1024

/** Decides by name, looks the name up once, decides by address, and connects. Throws `ConnectionError`. */
export async function openRoute(request: RouteRequest, options: RouteOptions): Promise<Route> {
  const { to, policy, scheme } = request
  if (!(await policy.allowsHost(to))) {
    throw new ConnectionError('http_request_denied', `${to.host} isn't an allowed host.`)
  }
  const upstream = findUpstream(options.env, to, scheme)
  if (upstream && !isIP(to.host)) return await openThrough(upstream, request, options)
  const addresses = await findAddresses(to, policy, options.network)
  if (upstream) return await openThrough(upstream, request, options)
  return { socket: await dial(to, addresses, { ...options, signal: request.signal }) }
}

async function findAddresses(
  to: Destination,
  policy: NetworkPolicy,
  network: Network,
): Promise<readonly string[]> {
  const found = await resolve(to.host, network)
  const allowed = found.filter((address) => policy.allowsAddress(to, address))
  if (allowed.length > 0) return allowed
  const [address = ''] = found
  const subject = address === to.host ? to.host : `${to.host} resolves to ${address}, which`
  const message = `${subject} isn't an allowed address.`
  throw new ConnectionError('destination_ip_prohibited', message, { address })
}

async function resolve(host: string, network: Network): Promise<readonly string[]> {
  if (isIP(host)) return [host]
  if (isLocalhost(host)) return ['127.0.0.1', '::1']
  try {
    return await network.resolve(host)
  } catch (cause) {
    throw new ConnectionError('dns_error', `Can't find the host ${host}.`, { cause })
  }
}

interface DialOptions {
  readonly network: Network
  readonly signal: AbortSignal
}

async function dial(
  to: Destination,
  addresses: readonly string[],
  { network, signal }: DialOptions,
): Promise<Socket> {
  const timeout = AbortSignal.timeout(CONNECT_MS)
  try {
    const socket = await network.dial(to, addresses, AbortSignal.any([signal, timeout]))
    // Whoever reads from it or writes to it learns of errors, too.
    return socket.on('error', () => socket.destroy())
  } catch (cause) {
    throw toConnectionError(to, cause, timeout.aborted)
  }
}

function toConnectionError(to: Destination, cause: unknown, isLate: boolean): ConnectionError {
  const authority = formatAuthority(to)
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  if (isLate || code === 'ETIMEDOUT') {
    const message = `${authority} doesn't answer.`
    return new ConnectionError('connection_timeout', message, { cause })
  }
  if (code === 'ECONNREFUSED') {
    const message = `Nothing listens at ${authority}.`
    return new ConnectionError('connection_refused', message, { cause })
  }
  const message = `Can't connect to ${authority}${code && ` (${code})`}.`
  return new ConnectionError('destination_unavailable', message, { cause })
}

async function openThrough(
  upstream: UpstreamProxy,
  { to, scheme, signal }: RouteRequest,
  { network }: RouteOptions,
): Promise<Route> {
  const addresses = await resolve(upstream.at.host, network)
  const socket = await dial(upstream.at, addresses, { network, signal })
  if (scheme === 'http') return { socket, upstream }
  return { socket: await tunnel(socket, { to, upstream, signal }) }
}

/** Asks the person's own proxy for a tunnel. */
async function tunnel(
  socket: Socket,
  {
    to,
    upstream,
    signal,
  }: {
    readonly to: Destination
    readonly upstream: UpstreamProxy
    readonly signal: AbortSignal
  },
): Promise<Socket> {
  const authority = formatAuthority(to)
  const { authorization } = upstream
  const connecting = httpRequest({
    method: 'CONNECT',
    path: authority,
    headers: { host: authority, ...(authorization && { 'proxy-authorization': authorization }) },
    createConnection: () => socket,
    maxHeaderSize: MAX_HEADER_BYTES,
  }).end()
  const timeout = AbortSignal.timeout(CONNECT_MS)
  try {
    const answered = once(connecting, 'connect', { signal: AbortSignal.any([signal, timeout]) })
    const [response, , head]: [IncomingMessage, Socket, Buffer] = toAnswer(await answered)
    if (response.statusCode !== 200) throw refusedBy(upstream, to, response)
    if (head.length > 0) socket.unshift(head)
    return socket
  } catch (cause) {
    socket.destroy()
    if (cause instanceof ConnectionError) throw cause
    throw toConnectionError(upstream.at, cause, timeout.aborted)
  }
}

/** Node's documented arguments of the event. */
function toAnswer(args: readonly unknown[]): [IncomingMessage, Socket, Buffer] {
  return args as [IncomingMessage, Socket, Buffer]
}

function refusedBy({ at }: UpstreamProxy, to: Destination, { statusCode }: IncomingMessage) {
  const message = `The proxy ${formatAuthority(at)} refused to connect to ${to.host} (${statusCode}).`
  return new ConnectionError('destination_unavailable', message)
}

export const systemNetwork: Network = {
  resolve: async (host) => (await lookup(host, { all: true })).map(({ address }) => address),
  dial: async ({ host, port }, addresses, signal) => {
    const socket = connect({ host, port, lookup: answerWith(addresses), allowHalfOpen: true })
    try {
      await once(socket, 'connect', { signal })
      return socket
    } catch (error) {
      socket.destroy()
      throw error
    }
  },
}

/** Node tries several addresses side by side if the look-up returns them together. */
function answerWith(addresses: readonly string[]): LookupFunction {
  const all = addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 }))
  return (_, { all: isWhole }, callback) => {
    const [first = { address: '', family: 0 }] = all
    if (isWhole) callback(null, all)
    else callback(null, first.address, first.family)
  }
}
