/** Where a line stands in two texts. */
export interface Anchor {
  readonly old: number
  readonly now: number
}

/** Lines that each of two texts has once: the most of them that stand in the same order in both. */
export function listAnchors(
  before: readonly string[],
  after: readonly string[],
): readonly Anchor[] {
  const places = placeOnce(before)
  const common: Anchor[] = []
  for (const [line, now] of placeOnce(after)) {
    const old = places.get(line)
    if (old !== undefined) common.push({ old, now })
  }
  return longestRising(common.toSorted((one, other) => one.now - other.now))
}

function placeOnce(lines: readonly string[]): ReadonlyMap<string, number> {
  const places = new Map<string, number>()
  const repeated = new Set<string>()
  for (const [place, line] of lines.entries()) {
    if (places.has(line)) repeated.add(line)
    places.set(line, place)
  }
  for (const line of repeated) places.delete(line)
  return places
}

interface Chain {
  readonly anchor: Anchor
  readonly before: Chain | undefined
}

/** In the order of `now`, so that `old` rises: by patience sorting. */
function longestRising(anchors: readonly Anchor[]): readonly Anchor[] {
  // The nth ends the chain of n that ends earliest in the old text.
  const ends: Chain[] = []
  for (const anchor of anchors) {
    const place = placeIn(ends, anchor.old)
    ends[place] = { anchor, before: ends[place - 1] }
  }
  const rising: Anchor[] = []
  for (let chain = ends.at(-1); chain; chain = chain.before) rising.push(chain.anchor)
  return rising.toReversed()
}

/** Of the first chain that does not end before a line. */
function placeIn(ends: readonly Chain[], old: number): number {
  let [low, high] = [0, ends.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if ((ends[middle]?.anchor.old ?? 0) < old) low = middle + 1
    else high = middle
  }
  return low
}
