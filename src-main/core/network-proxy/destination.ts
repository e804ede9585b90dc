import { isIP } from 'node:net'

/** Where a client of the proxy wants to connect to. */
export interface Destination {
  /** A name in lower case without a final dot, or an IP address without brackets, as `URL` normalizes them. */
  readonly host: string
  readonly port: number
}

/** Which of the person's own proxies applies: requests in plain HTTP name their URL, others open a tunnel. */
export type Scheme = 'http' | 'tunnel'

/** Parses the `host:port` of a CONNECT request; returns undefined if it is anything else. */
export function parseAuthority(text: string): Destination | undefined {
  const colon = text.lastIndexOf(':')
  const port = Number(text.slice(colon + 1))
  const isPort = port > 0 && port <= 65_535 && String(port) === text.slice(colon + 1)
  const url = URL.parse(`http://${text.slice(0, colon)}/`)
  // Anything beside the host would appear in the address.
  if (!isPort || !url?.hostname || url.href !== `http://${url.hostname}/`) return undefined
  return { host: toHost(url.hostname), port }
}

/** Returns the destination of an `http:`, `https:`, `ws:` or `wss:` URL. */
export function toDestination({ protocol, hostname, port }: URL): Destination {
  const usual = protocol === 'https:' || protocol === 'wss:' ? 443 : 80
  return { host: toHost(hostname), port: Number(port || usual) }
}

/** Returns a host as it is written in a URL: IPv6 addresses in brackets. */
export function toUrlHost(host: string): string {
  return isIP(host) === 6 ? `[${host}]` : host
}

/** Returns `host:port`. */
export function formatAuthority({ host, port }: Destination): string {
  return `${toUrlHost(host)}:${port}`
}

/** Whether a name always means this machine. Such names are never looked up (RFC 6761). */
export function isLocalhost(host: string): boolean {
  return host === 'localhost' || host.endsWith('.localhost')
}

function toHost(hostname: string): string {
  const bare = hostname.startsWith('[') ? hostname.slice(1, -1) : hostname
  return bare.endsWith('.') ? bare.slice(0, -1) : bare
}

/** Why there is no connection, in the words of RFC 9209 (Proxy-Status). */
type FailureReason =
  | 'http_request_denied'
  | 'destination_ip_prohibited'
  | 'dns_error'
  | 'connection_refused'
  | 'connection_timeout'
  | 'destination_unavailable'

const STATUS: Readonly<Record<FailureReason, number>> = {
  http_request_denied: 403,
  destination_ip_prohibited: 403,
  dns_error: 502,
  connection_refused: 502,
  connection_timeout: 504,
  destination_unavailable: 502,
}

/** A connection that the proxy refused or couldn't make; the message is one sentence for people. */
export class ConnectionError extends Error {
  override readonly name = 'ConnectionError'
  readonly reason: FailureReason
  /** The address that was refused, if it was one. */
  readonly address: string | undefined

  constructor(
    reason: FailureReason,
    message: string,
    details: { readonly cause?: unknown; readonly address?: string } = {},
  ) {
    super(message, { cause: details.cause })
    this.reason = reason
    this.address = details.address
  }

  get status(): number {
    return STATUS[this.reason]
  }
}
