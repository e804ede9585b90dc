/** Lines, and where they were: from 1, of their file. */
export interface Quoted {
  readonly line: number
  readonly quote: string
}

/** So far lines are looked for that moved. */
const NEAR = 20

/**
 * Where quoted lines stand now: where they were, or else wherever they are near that. `lines`: without their
 * ends, in order, the first of them with the number `first`.
 */
export function findPlaces(
  lines: readonly string[],
  { line, quote }: Quoted,
  first = 1,
): readonly number[] {
  const quoted = quote.split('\n')
  const stands = (place: number) =>
    place >= first && quoted.every((one, index) => lines[place - first + index] === one)
  if (stands(line)) return [line]
  const places: number[] = []
  for (let place = line - NEAR; place <= line + NEAR; place += 1) {
    if (stands(place)) places.push(place)
  }
  return places
}

/** Where they stand beyond doubt; `undefined`: they are gone, or near their place more than once. */
export function findQuote(lines: readonly string[], quoted: Quoted): number | undefined {
  const places = findPlaces(lines, quoted)
  return places.length === 1 ? places[0] : undefined
}
