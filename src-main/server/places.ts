import { isIPv6 } from 'node:net'
import { networkInterfaces } from 'node:os'

/** How requests may address a server: as `Host` says it, and as the `Origin` of its own page does. */
export interface Places {
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
