import { ellipsizeStart, takeStart } from '#shared/lib/cut-text.ts'

/** No secret is as long: what is cut here inside of one is cut away with what is told. */
export const ROUGH_CHARS = 16_384

export type Redact = (text: string) => string

interface Shortening {
  readonly chars: number
  readonly redact: Redact
}

/**
 * The beginning of a text, without known secrets: they are taken out before it is cut, for half of one
 * would not be found any more. What is told of may be far longer, and is not read to its end.
 */
export function shorten(
  text: string,
  { chars, redact, ending = '…' }: Shortening & { readonly ending?: string },
): string {
  const rough = redact(text.slice(0, ROUGH_CHARS))
  if (text.length <= ROUGH_CHARS && rough.length <= chars) return rough
  return `${takeStart(rough, chars)}${ending}`
}

/** The same of its end. */
export function lastOf(text: string, { chars, redact }: Shortening): string {
  return ellipsizeStart(redact(text.slice(-ROUGH_CHARS)), chars)
}
