import type { ReviewComment } from '#shared/events/code-review.ts'
import { splitLines } from '#shared/review/lines.ts'

export type Replacement = Pick<ReviewComment, 'line' | 'quote'> & { readonly suggestion: string }

/** So far the quoted lines are looked for. */
const NEAR = 20

/**
 * A text with a suggestion in the place of the lines it is for: where they were, or where they are alone to
 * say that, some lines further. With the text's own line ends. `undefined`: they are not there.
 */
export function replaceLines(text: string, replacement: Replacement): string | undefined {
  const { line, quote, suggestion } = replacement
  const lines = splitLines(text)
  const quoted = quote.split('\n')
  const at = findLines(lines, quoted, line - 1)
  if (at === undefined) return undefined
  const end = lines[at]?.endsWith('\r\n') ? '\r\n' : '\n'
  const better = toLines(suggestion).map((one) => one + end)
  const joined = [...lines.slice(0, at), ...better, ...lines.slice(at + quoted.length)].join('')
  return text.endsWith('\n') ? joined : joined.replace(/\r?\n$/u, '')
}

/** Nothing in the place of the lines: they go. */
function toLines(suggestion: string): readonly string[] {
  return suggestion === '' ? [] : suggestion.replace(/\n$/u, '').split('\n')
}

function findLines(
  lines: readonly string[],
  quoted: readonly string[],
  place: number,
): number | undefined {
  const stands = (at: number) =>
    at >= 0 && quoted.every((one, index) => withoutEnd(lines[at + index]) === one)
  if (stands(place)) return place
  const found: number[] = []
  for (let at = place - NEAR; at <= place + NEAR; at += 1) if (stands(at)) found.push(at)
  return found.length === 1 ? found[0] : undefined
}

function withoutEnd(line: string | undefined): string | undefined {
  return line?.replace(/\r?\n$/u, '')
}
