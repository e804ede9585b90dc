import type { Finding, ReviewComment } from '../events/code-review.ts'
import type { ChangedFile, DiffHunk, DiffLine } from './changed-file.ts'
import { findFile } from './find-file.ts'

/** A finding, and those whose it is; the orchestrator's own is nobody's. */
export interface ToldFinding {
  readonly finding: Finding
  readonly reviewers: readonly string[]
}

export interface PlacedFindings {
  readonly comments: readonly ReviewComment[]
  /** So many of them stand at another line than was told. */
  readonly moved: number
  /** So many findings have no place in the change. */
  readonly dropped: number
}

/** More lines than this, or characters, are not quoted: that is no place, and every comment is kept and shown. */
export const MOST_LINES = 40
const MOST_CHARS = 8_000

/** Lines further away from the change than this are about something else. */
const MAX_MOVE = 5

/** Puts findings on lines that are in a change; as they were told, in order. */
export function placeFindings(
  files: readonly ChangedFile[],
  told: readonly ToldFinding[],
): PlacedFindings {
  const comments = told.flatMap((one) => place(files, one) ?? [])
  const moved = comments.filter(({ movedFrom }) => movedFrom !== undefined).length
  return { comments, moved, dropped: told.length - comments.length }
}

/** Lines that stand one after the other in the file as the change leaves it. */
interface Lines {
  readonly first: number
  readonly last: number
  readonly texts: readonly string[]
}

function place(
  files: readonly ChangedFile[],
  { finding, reviewers }: ToldFinding,
): ReviewComment | undefined {
  const named = findFile(files, finding.file)
  const { endLine = finding.line, suggestion, ...rest } = finding
  const asked = { first: Math.min(finding.line, endLine), last: Math.max(finding.line, endLine) }
  const lines = findLines(named, asked)
  if (!named[0] || !lines) return undefined
  const quote = lines.texts.join('\n')
  const isWhole = lines.first === asked.first && lines.last === asked.last && lines.texts.length > 0
  const better = isWhole && suggestion !== undefined ? toLines(suggestion, quote) : undefined
  return {
    ...rest,
    file: named[0].path,
    line: lines.first,
    ...(lines.last > lines.first && { endLine: lines.last }),
    ...(better !== undefined && better !== quote && { suggestion: better }),
    quote,
    reviewers: [...reviewers],
    ...(lines.first !== asked.first && { movedFrom: asked.first }),
  }
}

interface Range {
  readonly first: number
  readonly last: number
}

/** As many of the lines that are asked for as are in one hunk, the first of them; else the nearest one. */
function findLines(files: readonly ChangedFile[], asked: Range): Lines | undefined {
  let best: { readonly lines: Lines; readonly away: number } | undefined
  for (const lines of files.flatMap(({ hunks }) => hunks.flatMap(leftBy))) {
    const away = Math.max(lines.first - asked.last, asked.first - lines.last, 0)
    if (away <= MAX_MOVE && (!best || away < best.away)) best = { lines, away }
  }
  if (!best) return undefined
  const { lines, away } = best
  if (away === 0) {
    const from = Math.max(lines.first, asked.first)
    return cut(lines, from, Math.min(lines.last, asked.last, from + MOST_LINES - 1))
  }
  const nearest = lines.first > asked.last ? lines.first : lines.last
  return cut(lines, nearest, nearest)
}

function leftBy({ lines }: DiffHunk): readonly Lines[] {
  const left = lines.filter((one): one is DiffLine & { line: number } => one.line !== undefined)
  const first = left[0]?.line
  if (first === undefined) return []
  return [{ first, last: first + left.length - 1, texts: left.map(({ text }) => text) }]
}

/** The first of them that can be quoted; of one that is too long nothing is. */
function cut({ first, texts }: Lines, from: number, to: number): Lines {
  let chars = 0
  const quoted = texts.slice(from - first, to - first + 1).filter((text) => {
    chars += text.length + 1
    return chars <= MOST_CHARS
  })
  return { first: from, last: from + Math.max(1, quoted.length) - 1, texts: quoted }
}

/** Without a fence around it, and the end of its last line, unless that is all of it: an empty line. */
function toLines(suggestion: string, quote: string): string {
  const text = suggestion.replaceAll('\r\n', '\n')
  const fenced = /^\s*(`{3,})[^\n`]*\n(?:([\s\S]*?)\n)?\1\s*$/u.exec(text)
  const inside = fenced && !quote.trimStart().startsWith('```') ? (fenced[2] ?? '') : text
  return inside === '\n' ? inside : inside.replace(/\n$/u, '')
}
