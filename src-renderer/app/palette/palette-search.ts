import { defaultFilter } from 'cmdk'

/** How many of a list are drawn: more are found by writing on. */
export const MOST_ENTRIES = 40

/**
 * Of a list that may be long those that a text can mean: its words as they are, then its letters in
 * their order. Each keeps its place among the like.
 */
export function findEntries<Entry>(
  entries: readonly Entry[],
  text: string,
  say: (entry: Entry) => string,
): readonly Entry[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  if (words.length === 0) return entries.slice(0, MOST_ENTRIES)
  const letters = words.join('')
  const exact: Entry[] = []
  const loose: Entry[] = []
  for (const entry of entries) {
    const said = say(entry).toLowerCase()
    if (words.every((word) => said.includes(word))) exact.push(entry)
    else if (hasInOrder(said, letters)) loose.push(entry)
    if (exact.length === MOST_ENTRIES) break
  }
  return [...exact, ...loose].slice(0, MOST_ENTRIES)
}

function hasInOrder(said: string, letters: string): boolean {
  let from = 0
  for (const letter of letters) {
    from = said.indexOf(letter, from) + 1
    if (from === 0) return false
  }
  return true
}

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
