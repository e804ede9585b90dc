import { showInvisible, type TextKind } from '#shared/lib/invisible-characters.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'

/** `0:48`, `12:05`, `1:02:07`. */
export function formatDuration(ms: number): string {
  const seconds = Math.floor(ms / 1000)
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60]
  const tail = String(seconds % 60).padStart(2, '0')
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`
}

/** `$0.061` under a dollar, `$12.40` above; calls without a price are named, never counted as free. */
export function formatCost(costUsd: number, unpricedCalls: number): string {
  const known = costUsd === 0 ? '$0' : `$${costUsd.toFixed(costUsd < 1 ? 3 : 2)}`
  if (unpricedCalls === 0) return known
  const unpriced = `${formatCount(unpricedCalls, 'call')} unpriced`
  return costUsd === 0 ? unpriced : `${known} + ${unpriced}`
}

/** `980`, `12.8k`, `128k`, `1.2M`. */
export function formatTokens(tokens: number): string {
  if (tokens < 1000) return String(tokens)
  if (tokens < 100_000) return `${trim(tokens / 1000)}k`
  return tokens < 1_000_000 ? `${Math.round(tokens / 1000)}k` : `${trim(tokens / 1_000_000)}M`
}

function trim(amount: number): string {
  return amount.toFixed(1).replace(/\.0$/, '')
}

/** `812 B`, `14 kB`, `2.4 MB`: as the window says them. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${bytes} B`
  if (bytes < 999_500) return `${Math.round(bytes / 1000)} kB`
  return bytes < 999_950_000 ? `${trim(bytes / 1e6)} MB` : `${trim(bytes / 1e9)} GB`
}

/** `3 runs`, `1 run`. */
export function formatCount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}

/**
 * Text that can't steer the terminal it is printed on, or show as another one: control characters,
 * and others that aren't seen, are written as `<U+001B>`. Tabs and line ends stay.
 */
export function toPrintable(text: string, kind: TextKind = 'code'): string {
  return showInvisible(text, kind)
}

/**
 * JSON that can't steer the terminal it is printed on: `JSON.stringify` escapes the control characters
 * of ASCII only.
 */
export function formatJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(/[\x7f-\x9f]/g, toEscape)
}

function toEscape(character: string): string {
  return `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`
}

/** One line, cut to `width` columns. */
export function toLine(text: string, width: number, kind: TextKind = 'code'): string {
  const line = toPrintable(text, kind).replace(/\s+/g, ' ').trim()
  return line.length > width ? `${takeStart(line, Math.max(0, width - 1))}…` : line
}

function breakWord(word: string, width: number): string[] {
  const characters = [...word]
  const pieces: string[] = []
  for (let at = 0; at < characters.length; at += width) {
    pieces.push(characters.slice(at, at + width).join(''))
  }
  return pieces
}

/** All of a text, in lines of at most `width` columns; longer words are broken. */
export function toLines(text: string, width: number, kind: TextKind = 'code'): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of toPrintable(text, kind).trim().split(/\s+/)) {
    const longer = line === '' ? word : `${line} ${word}`
    if (longer.length <= width) line = longer
    else {
      if (line !== '') lines.push(line)
      const pieces = breakWord(word, width)
      line = pieces.pop() ?? ''
      lines.push(...pieces)
    }
  }
  return [...lines, line]
}

/** Prints a text on standard error, invisible characters written out: it may name paths or models. */
export function printError(text: string): void {
  console.error(toPrintable(text))
}
