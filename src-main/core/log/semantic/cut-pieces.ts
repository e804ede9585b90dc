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
