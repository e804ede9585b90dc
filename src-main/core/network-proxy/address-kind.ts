import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'

/** `link-local` includes the fixed addresses of cloud metadata services, wherever they lie. */
type AddressKind = 'public' | 'private' | 'loopback' | 'link-local'

/** From the special-purpose address registries of the IANA; what isn't listed is public. */
const IPV4: Readonly<Record<Exclude<AddressKind, 'public'>, readonly string[]>> = {
  loopback: ['0.0.0.0/8', '127.0.0.0/8'],
  'link-local': ['169.254.0.0/16', '100.100.100.200/32', '168.63.129.16/32', '192.0.0.192/32'],
  private: [
    '10.0.0.0/8',
    '100.64.0.0/10',
    '172.16.0.0/12',
    '192.0.0.0/24',
    '192.0.2.0/24',
    '192.168.0.0/16',
    '198.18.0.0/15',
    '198.51.100.0/24',
    '203.0.113.0/24',
    '224.0.0.0/4',
    '240.0.0.0/4',
  ],
}
const IPV6: typeof IPV4 = {
  loopback: ['::/128', '::1/128'],
  'link-local': ['fe80::/10', 'fd00:ec2::254/128'],
  private: [
    '::/96',
    '64:ff9b:1::/48',
    '100::/64',
    '2001::/32',
    '2001:db8::/32',
    '2002::/16',
    'fc00::/7',
    'fec0::/10',
    'ff00::/8',
  ],
}
/** IPv6-only networks reach IPv4 addresses below this prefix (RFC 6052). */
const NAT64 = '64:ff9b::'

/** In the order in which they are tried: single addresses lie within larger ranges. */
const lists = (['loopback', 'link-local', 'private'] as const).map(
  (kind) => [kind, toList(kind)] as const,
)

/** Returns what kind of network an IP address belongs to. This machine's own addresses are at best private. */
export function addressKind(address: string): AddressKind {
  const [bare = ''] = address.split('%')
  const family = isIP(bare) === 6 ? 'ipv6' : 'ipv4'
  const found = lists.find(([, list]) => list.check(bare, family))
  if (found) return found[0]
  return isOwn(bare) ? 'private' : 'public'
}

function isOwn(address: string): boolean {
  return Object.values(networkInterfaces()).some((all) =>
    all?.some((each) => each.address === address),
  )
}

function toList(kind: Exclude<AddressKind, 'public'>): BlockList {
  const list = new BlockList()
  for (const range of IPV6[kind]) list.addSubnet(...toSubnet(range), 'ipv6')
  for (const range of IPV4[kind]) {
    const [network, prefix] = toSubnet(range)
    list.addSubnet(network, prefix, 'ipv4')
    list.addSubnet(`${NAT64}${network}`, 96 + prefix, 'ipv6')
  }
  return list
}

function toSubnet(range: string): [network: string, prefix: number] {
  const [network = '', prefix] = range.split('/')
  return [network, Number(prefix)]
}
