const IDENTIFIER = /[\p{L}\p{N}_]+/gu
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu
/** Shorter ones stand everywhere. */
const MIN_CHARS = 2

/** The words of a text: names as they are, and the parts they are made of. `getUserId` is also get, user, id. */
export function pieceWords(text: string): readonly string[] {
  return [...text.matchAll(IDENTIFIER)].flatMap(([name]) => {
    const parts = name.match(PARTS) ?? []
    const all = parts.length > 1 ? [name, ...parts] : [name]
    return all.map((word) => word.toLowerCase()).filter((word) => word.length >= MIN_CHARS)
  })
}

/** A question as FTS5 takes it: one of its words is enough, those that hold most of them first; empty: it has none. */
export function toMatch(question: string): string {
  const words = [...new Set(pieceWords(question))].slice(0, 40)
  return words.map((word) => `"${word}"`).join(' OR ')
}
