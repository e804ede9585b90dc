import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'
import { PROTOCOL } from '#shared/wire/protocol.ts'

const BEARER = 'bearer.'

/** What a request wants: the page itself, a file of it, or something that does anything. */
type Door = 'page' | 'asset' | 'action'

/** Decides by a request's headers alone whether it comes from our own page. */
export interface Doorkeeper {
  /** The HTTP status to refuse with, or `undefined`. */
  refuse(request: IncomingMessage, door: Door): number | undefined
}

export function createDoorkeeper({ hosts, origins }: Places): Doorkeeper {
  return {
    refuse(request, door) {
      const { headers } = request
      // Another name for this address is a page that rebinds its own name to it.
      if (!hosts.includes(headers.host?.toLowerCase() ?? '')) return 421
      // Who stands between may have read the one, while the other is read here.
      if (countOf(request, 'host') > 1) return 400
      if (door === 'page') return undefined
      const site = headers['sec-fetch-site'] ?? 'none'
      if (site !== 'same-origin' && site !== 'none') return 403
      if (door === 'action' && !origins.includes(headers.origin ?? '')) return 403
      return undefined
    },
  }
}

function countOf({ rawHeaders }: IncomingMessage, name: string): number {
  return rawHeaders.filter((said, index) => index % 2 === 0 && said.toLowerCase() === name).length
}

/** The token a socket is opened with. It travels as a subprotocol: a cookie would go to every port. */
export function findToken({ headers }: IncomingMessage): string | undefined {
  const protocols = headers['sec-websocket-protocol']?.split(',').map((name) => name.trim())
  if (!protocols?.includes(PROTOCOL)) return undefined
  return protocols.find((name) => name.startsWith(BEARER))?.slice(BEARER.length)
}

/** How requests may address a server: as `Host` says it, and as the `Origin` of its own page does. */
interface Places {
  readonly hosts: readonly string[]
  readonly origins: readonly string[]
}

export const LOOPBACK = '127.0.0.1'
const LOOPBACK_NAMES = [LOOPBACK, 'localhost', '::1']
/** They stand for every address that the machine has. */
const ANY = new Set(['0.0.0.0', '::'])

export function loopbackPlaces(port: number): Places {
  const hosts = LOOPBACK_NAMES.map((name) => toHost(name, port))
  return { hosts, origins: hosts.map((host) => `http://${host}`) }
}

/**
 * A server that is reached from elsewhere: by the address that it listens on and by what `names` says,
 * `name` or `name:port`. A name alone also goes without a port, as it does where TLS is in front.
 */
export function placesBeyond(address: string, names: readonly string[], port: number): Places {
  const own = addressesOf(address).map((name) => toHost(name, port))
  const named = names
    .map((name) => name.toLowerCase())
    .flatMap((name) => (/:\d+$/.test(name) ? [name] : [name, `${name}:${port}`]))
  const hosts = [...own, ...named]
  return { hosts, origins: hosts.flatMap((host) => [`http://${host}`, `https://${host}`]) }
}

/** What an address to listen on is reached by. */
export function addressesOf(address: string): readonly string[] {
  if (!ANY.has(address)) return [address]
  const found = Object.values(networkInterfaces()).flatMap((each) => each ?? [])
  // Those that begin so say nothing without the name of a network card.
  const usable = found.map((each) => each.address).filter((each) => !each.startsWith('fe80:'))
  return [...new Set([...LOOPBACK_NAMES, ...usable])]
}

/** As browsers write it: 80 goes without saying. */
export function toHost(name: string, port: number): string {
  const written = isIPv6(name) ? `[${name}]` : name
  return port === 80 ? written : `${written}:${port}`
}
