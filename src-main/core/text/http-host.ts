/** The host of an http address, without its port; `undefined`: it is no such address. */
export function httpHostOf(address: string): string | undefined {
  const url = URL.parse(address)
  return url && /^https?:$/.test(url.protocol) ? url.hostname : undefined
}
