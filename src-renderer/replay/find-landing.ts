/** The event that an address asks for: `#at=412`. */
export function findLanding(hash: string): number | undefined {
  const [, seq] = /^#at=(\d{1,9})$/.exec(hash) ?? []
  return seq === undefined ? undefined : Number(seq)
}
