interface Differing {
  /** How many lines both texts start with. */
  readonly start: number
  readonly removed: readonly string[]
  readonly added: readonly string[]
}

/** Returns the lines of two texts without those that both start with or end with. */
export function trimSame(before: readonly string[], after: readonly string[]): Differing {
  const shorter = Math.min(before.length, after.length)
  let start = 0
  while (start < shorter && before[start] === after[start]) start += 1
  let end = 0
  while (end < shorter - start && before.at(-1 - end) === after.at(-1 - end)) end += 1
  const removed = before.slice(start, before.length - end)
  return { start, removed, added: after.slice(start, after.length - end) }
}
