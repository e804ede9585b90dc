import { showInvisible } from '../lib/invisible-characters.ts'
import { CHARS_PER_TOKEN_AT_LEAST, tokensIn } from '../pricing/pricing.ts'
import type { ChangedFile, DiffHunk, DiffLine } from './unified-diff.ts'

/** A part of one file's changes, as much as a reviewer is given at once. */
export interface Piece {
  /** From 1, over all files. */
  readonly number: number
  readonly path: string
  /** As reviewers are given it: a header, and lines with the numbers they are named by. */
  readonly text: string
  /** What it counts as at most. */
  readonly tokens: number
}

/**
 * Every line of the files' hunks is in one piece, in their order. A piece is within its tokens, but for one
 * that has no more than a header and a line; a line that is longer than a piece can hold is cut. Of the
 * same files it makes the same pieces.
 */
export function cutPieces(files: readonly ChangedFile[], pieceTokens: number): readonly Piece[] {
  const pieces: Piece[] = []
  for (const file of files) {
    for (const lines of cutFile(file, pieceTokens * CHARS_PER_TOKEN_AT_LEAST)) {
      const number = pieces.length + 1
      const text = [toHeader(file, { number, ...rangeOf(lines) }), ...lines.map(toText)].join('\n')
      pieces.push({ number, path: file.path, text, tokens: tokensIn(text) })
    }
  }
  return pieces
}

/** `line` is absent of what stands between two hunks. */
interface Shown {
  readonly line?: DiffLine
  readonly text: string
}

const GAP: Shown = { text: '      ⋮' }

function toText({ text }: Shown): string {
  return text
}

function cutFile(file: ChangedFile, pieceChars: number): readonly (readonly Shown[])[] {
  const header = toHeader(file, { number: LARGEST, first: LARGEST, last: LARGEST })
  const room = Math.max(LEAST_ROOM, pieceChars - header.length)
  const parts: Shown[][] = []
  let left = 0
  for (const hunk of file.hunks) {
    for (const part of cutHunk(hunk, room)) {
      const size = sizeOf(part)
      const piece = parts.at(-1)
      if (piece && size + sizeOf([GAP]) <= left) {
        piece.push(GAP, ...part)
        left -= size + sizeOf([GAP])
      } else {
        parts.push([...part])
        left = room - size
      }
    }
  }
  return parts
}

/** Of a line or a piece, for the room its header takes. */
const LARGEST = 9_999_999
/** In characters: a header that leaves no room does not make a piece of every line. */
const LEAST_ROOM = 200

/** In parts that have room in a piece; as a rule it is one. */
function cutHunk({ lines }: DiffHunk, room: number): readonly (readonly Shown[])[] {
  const parts: Shown[][] = [[]]
  let left = room
  for (const line of lines) {
    const shown = { line, text: tellLine(line, room) }
    const size = sizeOf([shown])
    if (size > left && parts.at(-1)?.length !== 0) {
      parts.push([])
      left = room
    }
    parts.at(-1)?.push(shown)
    left -= size
  }
  return parts.filter((part) => part.length > 0)
}

function sizeOf(lines: readonly Shown[]): number {
  return lines.reduce((sum, { text }) => sum + text.length + 1, 0)
}

const SIGNS = { same: ' ', added: '+', removed: '-' } as const
/** More of a line than this nobody reads; it is of no use to cut a piece for each part of it. */
const MAX_LINE = 2_000

/** Number and sign have the same columns in every line, so that no line can look like another's. */
function tellLine({ how, text, line }: DiffLine, room: number): string {
  const start = `${(line ?? '').toString().padStart(7)} ${SIGNS[how]} `
  const shown = showInvisible(text)
  const most = Math.max(1, Math.min(MAX_LINE, room - start.length - MORE_CHARS))
  if (shown.length <= most + MORE_CHARS) return start + shown
  // Half of a character is none.
  const begun = shown.slice(0, most).replace(/\p{Cs}$/u, '')
  return `${start}${begun}… [${shown.length - begun.length} more characters]`
}

const MORE_CHARS = '… [9999999 more characters]'.length

interface Heading {
  readonly number: number
  /** Lines of the file as the change leaves it; absent: all that is in the piece was removed. */
  readonly first?: number
  readonly last?: number
}

function rangeOf(lines: readonly Shown[]): Pick<Heading, 'first' | 'last'> {
  const numbers = lines.flatMap(({ line }) => line?.line ?? [])
  const [first, last] = [numbers[0], numbers.at(-1)]
  return first === undefined || last === undefined ? {} : { first, last }
}

function toHeader({ path, from, how }: ChangedFile, { number, first, last }: Heading): string {
  const named = from === undefined ? how : `${how}, from ${showInvisible(from, 'name')}`
  const range = first === undefined ? 'no lines are left' : `lines ${first}–${last}`
  return `=== piece ${number}: ${showInvisible(path, 'name')} (${named}), ${range}`
}
