import { stripEscapes } from '#shared/lib/strip-escapes.ts'

const LINES = 6
const CONTROL = /(?![\n\t])\p{Cc}/gu

/** The end of what a terminal printed, as plain text; empty where that is nothing. */
export function lastLines(output: string): string {
  const text = stripEscapes(output).replace(CONTROL, '')
  return text.trimEnd().split('\n').slice(-LINES).join('\n').trim()
}
