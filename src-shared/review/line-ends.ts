import { listEdits } from './edits.ts'

interface Line {
  readonly text: string
  /** `''` for the last line, where none follows. */
  readonly end: string
}

/** Makes every line end `\n`: `\r\n`, and a `\r` by itself. */
export function normalizeLineEnds(text: string): string {
  return text.includes('\r') ? text.replaceAll(/\r\n?/g, '\n') : text
}

/** Names the line ends of a text: `undefined` where it has none. */
export function nameLineEnds(text: string): 'LF' | 'CRLF' | 'CR' | 'mixed' | undefined {
  const ends = new Set(text.match(/\r\n|\r|\n/g))
  if (ends.size > 1) return 'mixed'
  const [end] = ends
  return end === undefined ? undefined : NAMES[end]
}

const NAMES: Readonly<Record<string, 'LF' | 'CRLF' | 'CR'>> = {
  '\n': 'LF',
  '\r\n': 'CRLF',
  '\r': 'CR',
}

/** Splits a text into its lines. */
export function splitLines(text: string): readonly Line[] {
  const parts = text.split(/(\r\n|\r|\n)/)
  return Array.from({ length: (parts.length + 1) / 2 }, (_, index) => ({
    text: parts[index * 2] ?? '',
    end: parts[index * 2 + 1] ?? '',
  }))
}

/**
 * Gives the lines of a text, which end in `\n`, the line ends that they had in `before`. A new line gets
 * that of the line above it.
 */
export function restoreLineEnds(text: string, before: string): string {
  if (!before.includes('\r')) return text
  const old = splitLines(before)
  const [first = '\n', ...others] = new Set(old.map(({ end }) => end).filter(Boolean))
  if (others.length === 0) return text.replaceAll('\n', first)
  return joinLines(text.split('\n'), toEnds(old, text.split('\n')), first)
}

/** The end of each new line; `''` where there is none to take over. */
function toEnds(old: readonly Line[], lines: readonly string[]): readonly string[] {
  const before = old.map(({ end }) => end)
  const ends: string[] = []
  let at = 0
  for (const edit of listEdits(
    old.map(({ text }) => text),
    lines,
  )) {
    ends.push(...before.slice(at, edit.from))
    ends.push(...replaceEnds(before.slice(edit.from, edit.to), edit.lines.length))
    at = edit.to
  }
  return [...ends, ...before.slice(at)]
}

/** Line by line; the last new line ends as the last old one did. */
function replaceEnds(removed: readonly string[], added: number): readonly string[] {
  return Array.from({ length: added }, (_, index) => {
    const isLast = index === added - 1 || index >= removed.length
    return (isLast ? removed.at(-1) : removed[index]) ?? ''
  })
}

function joinLines(lines: readonly string[], ends: readonly string[], first: string): string {
  let text = ''
  let last = ends.find(Boolean) ?? first
  for (const [index, line] of lines.entries()) {
    last = ends[index] || last
    // An empty line after a `\r` must not make that a `\r\n`.
    if (line === '' && last === '\n' && text.endsWith('\r')) last = '\r'
    text += index === lines.length - 1 ? line : line + last
  }
  return text
}
