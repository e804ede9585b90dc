import type { FoundPlace } from './define.ts'

/** Of reciprocal rank fusion, as it is usually taken: the first places count, and no single one decides. */
const K = 60

type Ranked = FoundPlace & { readonly id: number }

/** One order of several, each with the best first. Lines that a better place shows are not shown again. */
export function mergeRanks(
  orders: readonly (readonly Ranked[])[],
  limit: number,
): readonly FoundPlace[] {
  const scores = new Map<number, { readonly place: Ranked; score: number }>()
  for (const order of orders) {
    for (const [rank, place] of order.entries()) {
      const entry = scores.get(place.id) ?? { place, score: 0 }
      entry.score += 1 / (K + rank + 1)
      scores.set(place.id, entry)
    }
  }
  const best = [...scores.values()].toSorted((a, b) => b.score - a.score || a.place.id - b.place.id)
  const chosen: FoundPlace[] = []
  for (const { place } of best) {
    if (chosen.length < limit && !chosen.some((one) => overlap(one, place))) chosen.push(place)
  }
  return chosen.map(({ path, start, end, text }) => ({ path, start, end, text }))
}

function overlap(one: FoundPlace, other: FoundPlace): boolean {
  return one.path === other.path && one.start <= other.end && other.start <= one.end
}
