import { closestMatch } from 'leven'

/** In a shorter word, two wrong letters leave nothing to go by. */
const SHORT = 4

/** Finds the name that a misspelled word probably means: one with two letters exchanged, or the nearest one. */
export function findNearest(word: string, names: readonly string[]): string | undefined {
  const exchanged = exchangesIn(word).find((one) => names.includes(one))
  return exchanged ?? closestMatch(word, names, { maxDistance: word.length <= SHORT ? 1 : 2 })
}

/** The words that result from exchanging two neighboring letters: an error that counts as two changes elsewhere. */
function exchangesIn(word: string): readonly string[] {
  return [...word.slice(1)].map(
    (letter, index) => `${word.slice(0, index)}${letter}${word[index]}${word.slice(index + 2)}`,
  )
}
