import { BlockList, isIP } from 'node:net'
import { addressKind } from './address-kind.ts'
import {
  ConnectionError,
  type Destination,
  formatAuthority,
  isLocalhost,
  type Scheme,
} from './destination.ts'

/** A proxy of the person's own, through which connections continue. */
export interface UpstreamProxy {
  readonly at: Destination
  /** The value of `Proxy-Authorization`, if the proxy has a user name. */
  readonly authorization: string | undefined
}

type Environment = Readonly<Record<string, string | undefined>>

const VARIABLES: Readonly<Record<Scheme, readonly string[]>> = {
  http: ['http_proxy', 'all_proxy'],
  tunnel: ['https_proxy', 'all_proxy'],
}

/** Returns the proxy that the environment names for a destination, or undefined if it is reached directly. */
export function findUpstream(
  env: Environment,
  to: Destination,
  scheme: Scheme,
): UpstreamProxy | undefined {
  const name = VARIABLES[scheme].find((each) => read(env, each) !== '')
  if (name === undefined || isThisMachine(to) || isExempt(read(env, 'no_proxy'), to)) {
    return undefined
  }
  return parseProxy(name, read(env, name))
}

/** Another machine's proxy would look for it there. */
function isThisMachine({ host }: Destination): boolean {
  return isLocalhost(host) || (isIP(host) !== 0 && addressKind(host) === 'loopback')
}

function read(env: Environment, name: string): string {
  return (env[name] || env[name.toUpperCase()] || '').trim()
}

function parseProxy(name: string, value: string): UpstreamProxy {
  const url = URL.parse(value.includes('://') ? value : `http://${value}`)
  if (url?.protocol !== 'http:') {
    // The value may hold a password.
    const message = `Can't use the proxy in ${name.toUpperCase()}: only http:// proxies are supported.`
    throw new ConnectionError('destination_unavailable', message)
  }
  const host = url.hostname.startsWith('[') ? url.hostname.slice(1, -1) : url.hostname
  const user = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`
  return {
    at: { host, port: Number(url.port || 80) },
    authorization: url.username ? toBasic(user) : undefined,
  }
}

function toBasic(user: string): string {
  return `Basic ${Buffer.from(user).toString('base64')}`
}

/** Reads NO_PROXY as curl and Go do: names with all that lies below them, addresses, ranges, ports. */
function isExempt(list: string, to: Destination): boolean {
  const entries = list.toLowerCase().replaceAll(',', ' ').split(' ').filter(Boolean)
  return entries.some((entry) => {
    if (entry === '*' || entry === formatAuthority(to)) return true
    if (isIP(to.host)) return isInRange(to.host, entry)
    const [name = '', port] = entry.split(':')
    if (port !== undefined && port !== String(to.port)) return false
    const suffix = name.startsWith('*') ? name.slice(1) : name
    const bare = suffix.startsWith('.') ? suffix.slice(1) : suffix
    return bare !== '' && (to.host === bare || to.host.endsWith(`.${bare}`))
  })
}

function isInRange(address: string, entry: string): boolean {
  const [network = '', prefix] = entry.replace('[', '').replace(']', '').split('/')
  const family = isIP(network)
  if (prefix === undefined) return network === address
  const bits = Number(prefix)
  if (family === 0 || !Number.isInteger(bits) || bits < 0 || bits > (family === 6 ? 128 : 32)) {
    return false
  }
  const range = new BlockList()
  range.addSubnet(network, bits, family === 6 ? 'ipv6' : 'ipv4')
  return range.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}
