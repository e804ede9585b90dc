/** Which items belong together, by their indexes; one that has no counterpart stands alone. */
export type Aligned =
  | { readonly left: number; readonly right: number }
  | { readonly left: number; readonly right?: undefined }
  | { readonly left?: undefined; readonly right: number }

/** What an item is recognised by; absent: it takes no part. */
export type Key<Item> = (item: Item) => string | undefined

/**
 * Puts two lists side by side, both in their order. As many items as possible are paired by the first
 * key; what lies between two pairs is aligned by the next one, and so on. Exchanging the lists
 * exchanges the sides, and nothing else.
 */
export function align<Item>(
  left: readonly Item[],
  right: readonly Item[],
  keys: readonly Key<Item>[],
): readonly Aligned[] {
  const aligned: Aligned[] = []
  alignGap({ left, right, keys, from: [0, 0], to: [left.length, right.length] }, aligned)
  return aligned
}

interface Gap<Item> {
  readonly left: readonly Item[]
  readonly right: readonly Item[]
  readonly keys: readonly Key<Item>[]
  readonly from: readonly [number, number]
  readonly to: readonly [number, number]
}

function alignGap<Item>({ left, right, keys, from, to }: Gap<Item>, into: Aligned[]): void {
  const [key, ...others] = keys
  if (!key || from[0] === to[0] || from[1] === to[1]) {
    standAlone(from, to, into)
    return
  }
  let reached = from
  for (const [one, other] of pairBy(key, left.slice(from[0], to[0]), right.slice(from[1], to[1]))) {
    const next = [from[0] + one, from[1] + other] as const
    alignGap({ left, right, keys: others, from: reached, to: next }, into)
    into.push({ left: next[0], right: next[1] })
    reached = [next[0] + 1, next[1] + 1]
  }
  alignGap({ left, right, keys: others, from: reached, to }, into)
}

function standAlone(
  from: readonly [number, number],
  to: readonly [number, number],
  into: Aligned[],
): void {
  for (let left = from[0]; left < to[0]; left += 1) into.push({ left })
  for (let right = from[1]; right < to[1]; right += 1) into.push({ right })
}

type Pairs = readonly (readonly [number, number])[]

function pairBy<Item>(key: Key<Item>, left: readonly Item[], right: readonly Item[]): Pairs {
  const names = [left.map(key), right.map(key)] as const
  // By name, so that they are the same numbers whichever side a list is on.
  const sorted = [...new Set(names.flat())].filter((name) => name !== undefined).sort()
  const numbers = new Map(sorted.map((name, index) => [name, index]))
  const toNumber = (name: string | undefined) =>
    name === undefined ? NO_KEY : (numbers.get(name) ?? NO_KEY)
  return findCommon(names[0].map(toNumber), names[1].map(toNumber))
}

const NO_KEY = -1
/** Lists with more pairs than this to look at are cut in halves first. */
const MOST_CELLS = 25_000_000

/** The longest list that both contain in order, as pairs of indexes. */
function findCommon(left: readonly number[], right: readonly number[]): Pairs {
  // Of several longest ones the same is found, whichever side a list is on.
  if (isBefore(right, left)) return findCommon(right, left).map(([a, b]) => [b, a] as const)
  const start = countEqual(left, right, (index) => [index, index])
  const end = countEqual(left.slice(start), right.slice(start), (index, a, b) => [
    a - 1 - index,
    b - 1 - index,
  ])
  const [middleLeft, middleRight] = [left, right].map((all) => all.slice(start, all.length - end))
  const middle = findInMiddle(middleLeft ?? [], middleRight ?? [])
  return [
    ...Array.from({ length: start }, (_, index) => [index, index] as const),
    ...middle.map(([a, b]) => [a + start, b + start] as const),
    ...Array.from(
      { length: end },
      (_, index) => [left.length - end + index, right.length - end + index] as const,
    ),
  ]
}

function isBefore(a: readonly number[], b: readonly number[]): boolean {
  if (a.length !== b.length) return a.length < b.length
  const index = a.findIndex((one, at) => one !== b[at])
  return index >= 0 && (a[index] ?? 0) < (b[index] ?? 0)
}

/** How many items are equal from one end on. */
function countEqual(
  left: readonly number[],
  right: readonly number[],
  place: (index: number, a: number, b: number) => readonly [number, number],
): number {
  const most = Math.min(left.length, right.length)
  for (let index = 0; index < most; index += 1) {
    const [a, b] = place(index, left.length, right.length)
    if (left[a] === NO_KEY || left[a] !== right[b]) return index
  }
  return most
}

function findInMiddle(left: readonly number[], right: readonly number[]): Pairs {
  return left.length * right.length > MOST_CELLS
    ? pairHalves(left, right)
    : pairLongest(left, right)
}

/** By the table of what is common to the ends of both lists. */
function pairLongest(left: readonly number[], right: readonly number[]): Pairs {
  const width = right.length + 1
  const common = new Uint16Array((left.length + 1) * width)
  const at = (i: number, j: number) => common[i * width + j] ?? 0
  for (let i = left.length - 1; i >= 0; i -= 1) {
    for (let j = right.length - 1; j >= 0; j -= 1) {
      common[i * width + j] = isSame(left[i], right[j])
        ? at(i + 1, j + 1) + 1
        : Math.max(at(i + 1, j), at(i, j + 1))
    }
  }
  const pairs: [number, number][] = []
  for (let i = 0, j = 0; i < left.length && j < right.length; ) {
    if (isSame(left[i], right[j])) pairs.push([i++, j++])
    else if (at(i + 1, j) >= at(i, j + 1)) i += 1
    else j += 1
  }
  return pairs
}

/** What belongs together in long lists is seldom in different halves of them. */
function pairHalves(left: readonly number[], right: readonly number[]): Pairs {
  const [i, j] = [left.length >> 1, right.length >> 1]
  const later = findInMiddle(left.slice(i), right.slice(j))
  return [
    ...findInMiddle(left.slice(0, i), right.slice(0, j)),
    ...later.map(([a, b]) => [a + i, b + j] as const),
  ]
}

function isSame(a: number | undefined, b: number | undefined): boolean {
  return a === b && a !== NO_KEY
}
