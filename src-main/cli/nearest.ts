/** What was probably meant by a word that is none of `words`; `undefined` where nothing is near. */
export function findNearest(word: string, words: readonly string[]): string | undefined {
  const allowed = word.length <= SHORT ? 1 : 2
  const near = words
    .map((one) => ({ one, distance: distanceOf(word, one) }))
    .filter(({ one, distance }) => distance <= Math.min(allowed, one.length - 1))
    .toSorted((a, b) => a.distance - b.distance)
  return near[0]?.one
}

/** In a shorter word two wrong letters leave nothing to go by. */
const SHORT = 4

/** How many letters were left out, added, mistaken, or exchanged with their neighbour. */
function distanceOf(from: string, to: string): number {
  let [before, last]: readonly number[][] = [[], range(to.length + 1)]
  for (let row = 1; row <= from.length; row += 1) {
    const now = [row]
    for (let column = 1; column <= to.length; column += 1) {
      const isSame = from[row - 1] === to[column - 1]
      const isExchanged = from[row - 1] === to[column - 2] && from[row - 2] === to[column - 1]
      now[column] = Math.min(
        at(last, column) + 1,
        at(now, column - 1) + 1,
        at(last, column - 1) + (isSame ? 0 : 1),
        isExchanged ? at(before, column - 2) + 1 : Number.POSITIVE_INFINITY,
      )
    }
    ;[before, last] = [last, now]
  }
  return at(last, to.length)
}

function at(row: readonly number[] | undefined, column: number): number {
  return row?.[column] ?? Number.POSITIVE_INFINITY
}

function range(length: number): number[] {
  return Array.from({ length }, (_, index) => index)
}
