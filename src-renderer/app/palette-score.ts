import { defaultFilter } from 'cmdk'

/**
 * How well what is written fits what an entry is found by, from 0 (not at all) to 1. What begins with it
 * comes before what holds it, and that before what only has its letters, in their order.
 */
export function scoreEntry(value: string, written: string): number {
  const [within, words] = [value.toLowerCase(), written.trim().toLowerCase()]
  if (within.startsWith(words)) return 1
  const scattered = defaultFilter(value, written)
  if (within.includes(words)) return 0.9 + scattered / 20
  return scattered < LEAST ? 0 : scattered * 0.9
}

/** Below it, what has the letters is hardly what is meant. */
const LEAST = 0.1

/** The groups with what fits best before the others: the field alone orders within each of them. */
export function rankGroups<Group>(
  groups: readonly Group[],
  valuesOf: (group: Group) => readonly string[],
  written: string,
): readonly Group[] {
  const best = (group: Group) =>
    Math.max(0, ...valuesOf(group).map((value) => scoreEntry(value, written)))
  const scored = groups.map((group) => ({ group, score: best(group) }))
  return scored.toSorted((a, b) => b.score - a.score).map(({ group }) => group)
}
