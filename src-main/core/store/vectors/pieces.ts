/** Some lines of a file, counted from 1. */
export interface Piece {
  readonly start: number
  readonly end: number
  readonly text: string
}

const LINES = 60
/** So many lines are in two pieces, so that nothing is cut in the middle of both. */
const OVERLAP = 12
const MAX_CHARS = 6_000

/** Shorter ones stand everywhere. */
const MIN_CHARS = 2

const IDENTIFIER = /[\p{L}\p{N}_]+/gu
const PARTS = /\p{Lu}+(?!\p{Ll})|\p{Lu}?\p{Ll}+|\p{N}+|[^\p{Lu}\p{Ll}\p{N}_]+/gu

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

/** The pieces that a file is found by; those of nothing but blanks are left out. */
export function cutPieces(text: string): readonly Piece[] {
  const lines = text.split('\n')
  const pieces: Piece[] = []
  for (let from = 0; from < lines.length; from += LINES - OVERLAP) {
    const to = Math.min(from + LINES, lines.length)
    const piece = lines.slice(from, to).join('\n').slice(0, MAX_CHARS)
    if (piece.trim() !== '') pieces.push({ start: from + 1, end: to, text: piece })
    if (to === lines.length) break
  }
  return pieces
}
