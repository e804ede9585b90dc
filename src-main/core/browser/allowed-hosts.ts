import { isIP } from 'node:net'
import { isThisMachine } from '#shared/lib/is-localhost.ts'
import { addressKind } from '../network-proxy/address-kind.ts'
import { type Destination, toUrlHost } from '../network-proxy/destination.ts'
import type { Reach } from './define.ts'

/** A request that a page is about to make. */
interface PageRequest {
  readonly url: string
  /** The address of the page that makes it, not of a frame. */
  readonly from: string
}

const HARMLESS = /^(?:data|blob|about):/
const OF_WEB = /^(?:https?|wss?):$/

/** No public name server answers for these (RFC 6761, RFC 6762, RFC 8375, and ICANN's reserved names). */
const PRIVATE_NAMES = [
  'test',
  'local',
  'internal',
  'home.arpa',
  'home',
  'corp',
  'lan',
  'intranet',
  'private',
]

/** Which hosts the browser of a run may reach: this machine, and hosts that were opened by name. */
export class Reached {
  readonly #reach: Reach
  readonly #opened = new Set<string>()

  constructor(reach: Reach) {
    this.#reach = reach
  }

  /** Allows the host of an address that passed the permission check. */
  open(url: string): void {
    const host = hostOf(url)
    if (host !== undefined) this.#opened.add(host)
  }

  /** Whether a page may make the request: only pages of this machine reach this machine. */
  allows({ url, from }: PageRequest): boolean {
    if (HARMLESS.test(url)) return true
    const host = hostOf(url)
    if (host === undefined) return false
    const of = hostOf(from)
    const isFromElsewhere = of !== undefined && !isThisMachine(of)
    return isThisMachine(host) ? !isFromElsewhere : this.#allows(host)
  }

  /** Whether a page may stay at an address to which it was redirected. */
  allowsPage(url: string): boolean {
    const host = hostOf(url)
    return host === undefined ? HARMLESS.test(url) : this.#allows(host)
  }

  /** Whether anything of the browser may connect to a host. */
  allowsHost({ host }: Destination): boolean {
    return this.#allows(toSite(toUrlHost(host)))
  }

  /**
   * Whether an allowed host may be at an address. A name that public servers answer for leads to this
   * machine or a private network only if the address was opened itself: whoever owns the name chooses where it leads.
   */
  allowsAddress({ host }: Destination, address: string): boolean {
    const kind = addressKind(address)
    if (kind === 'public') return true
    if (kind === 'link-local') return false
    if (kind === 'loopback' && isThisMachine(toUrlHost(host))) return true
    if (isPrivateName(host)) return this.#opened.has(toSite(host))
    return kind === 'private' && this.#opened.has(toUrlHost(address))
  }

  #allows(host: string): boolean {
    if (isThisMachine(host)) return [...this.#opened].some(isThisMachine)
    return !this.#reach.isConfined || this.#opened.has(host)
  }
}

function isPrivateName(host: string): boolean {
  if (isIP(host)) return false
  return !host.includes('.') || PRIVATE_NAMES.some((suffix) => host.endsWith(`.${suffix}`))
}

function hostOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url && OF_WEB.test(url.protocol) ? toSite(url.hostname) : undefined
}

/** Returns the same for a host with and without `www.` or a final dot. */
function toSite(host: string): string {
  const bare = host.endsWith('.') ? host.slice(0, -1) : host
  return bare.startsWith('www.') ? bare.slice('www.'.length) : bare
}
