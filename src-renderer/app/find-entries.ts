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
