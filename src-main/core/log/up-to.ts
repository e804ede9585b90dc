/** The first, as many as stay within `limit` bytes, and one at least where there is one. */
export function upTo<T>(limit: number, all: Iterable<T>, bytesOf: (one: T) => number): T[] {
  const first: T[] = []
  let bytes = 0
  for (const one of all) {
    bytes += bytesOf(one)
    if (first.length > 0 && bytes > limit) break
    first.push(one)
  }
  return first
}
