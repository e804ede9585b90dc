import type { IncomingMessage } from 'node:http'
import { PROTOCOL } from '#shared/contract/wire.ts'
import type { Places } from './places.ts'

const BEARER = 'bearer.'

/** What a request wants: the page itself, a file of it, or something that does anything. */
export type Door = 'page' | 'asset' | 'action'

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
