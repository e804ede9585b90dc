import { splitLines } from '#shared/changes/compare-lines.ts'
import { findPlaces, findQuote } from '#shared/code-review/place-findings.ts'
import type { ReviewComment } from '#shared/events/code-review.ts'

const LINE_END = /(?:\r\n|\r|\n)$/u

type Replacement = Pick<ReviewComment, 'line' | 'quote'> & { readonly suggestion: string }

/**
 * A text with a suggestion in the place of the lines it is for: where they were, or where they are alone to
 * say that, some lines further. With the text's own line ends; the same text where the suggestion stands in
 * it already. `undefined`: the lines are not there.
 */
export function replaceLines(text: string, replacement: Replacement): string | undefined {
  const { line, quote, suggestion } = replacement
  const lines = splitLines(text)
  const bare = lines.map((one) => one.replace(LINE_END, ''))
  if (isDone(bare, replacement)) return text
  const place = findQuote(bare, { line, quote })
  if (place === undefined) return undefined
  const at = place - 1
  const end = LINE_END.exec(lines[at] ?? '')?.[0] ?? '\n'
  const better = toLines(suggestion).map((one) => one + end)
  const rest = lines.slice(at + quote.split('\n').length)
  const joined = [...lines.slice(0, at), ...better, ...rest].join('')
  return LINE_END.test(text) ? joined : joined.replace(LINE_END, '')
}

/** Nothing in the place of the lines: they go. */
function toLines(suggestion: string): readonly string[] {
  return suggestion === '' ? [] : suggestion.replace(/\n$/u, '').split('\n')
}

/**
 * Whether what was suggested stands where its lines were, or around them. It may hold those that it is for, or
 * be some of them: of both that stand there, it is the longer that was put there last. That lines went is not
 * to be seen.
 */
function isDone(lines: readonly string[], { line, quote, suggestion }: Replacement): boolean {
  const better = toLines(suggestion)
  if (better.length === 0) return false
  const done = findQuote(lines, { line, quote: better.join('\n') })
  if (done === undefined) return false
  const places = findPlaces(lines, { line, quote })
  const old = quote.split('\n').length
  if (places.length === 0) return done === line
  return places.every(
    (place) => place >= done && place + old <= done + better.length && better.length > old,
  )
}
