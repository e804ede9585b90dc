import type { Finding, ReviewComment } from '../events/code-review.ts'
import type { ChangedFile, DiffHunk, DiffLine } from './unified-diff.ts'

/** A finding, and those whose it is; the orchestrator's own is nobody's. */
export interface ToldFinding {
  readonly finding: Finding
  readonly reviewers: readonly string[]
}

interface PlacedFindings {
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

/**
 * The file of a change that is meant by a name, however it was written: with a diff's prefix, from another
 * folder, or as it was called before. A link that became a file is told of twice; none: it is not clear.
 */
export function findFile(files: readonly ChangedFile[], name: string): readonly ChangedFile[] {
  const asked = name
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(?:\.\/)+/u, '')
  const ways = [
    ({ path }: ChangedFile) => path === name || path === asked,
    ({ path }: ChangedFile) => path === asked.replace(/^(?:[ab]|\/workspace)\//u, ''),
    ({ from }: ChangedFile) => from === asked,
  ]
  for (const isMeant of ways) {
    const found = files.filter(isMeant)
    if (found.length > 0) return onlyOne(found)
  }
  // Of several that end alike, the one that says more of it.
  const below = files.filter(({ path }) => asked.startsWith('/') && asked.endsWith(`/${path}`))
  const longest = Math.max(0, ...below.map(({ path }) => path.length))
  if (longest > 0) return onlyOne(below.filter(({ path }) => path.length === longest))
  return onlyOne(files.filter(({ path }) => path.endsWith(`/${asked}`)))
}

function onlyOne(files: readonly ChangedFile[]): readonly ChangedFile[] {
  return new Set(files.map(({ path }) => path)).size === 1 ? files : []
}

/** Lines, and where they were: from 1, of their file. */
interface Quoted {
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
