const ESC = '\u001B'
const ST = `(?:${ESC}\\\\|\u009C)`
/** No control sequence has these within it, so an introducer without an end hides nothing after it. */
const STRING = `[^\\n${ESC}\u0007\u0090\u0098\u009C-\u009F]*`

const SEQUENCES = [
  // A title, a link, or other data for the terminal: to its end, or the introducer alone.
  `(?:${ESC}\\]|\u009D)${STRING}(?:\u0007|${ST})`,
  `(?:${ESC}[PX^_]|[\u0090\u0098\u009E\u009F])${STRING}${ST}`,
  `(?:${ESC}\\[|\u009B)[0-?]*[ -/]*[@-~]`,
  `${ESC}\\][0-9]*;?|${ESC}[ -/]*[0-~]`,
  `[${ESC}\u0090\u0098\u009B-\u009F]`,
]
const ESCAPES = new RegExp(SEQUENCES.join('|'), 'g')

/**
 * Removes what a terminal acts on and doesn't show, in linear time. A string that doesn't end on its line
 * loses its introducer only: what a program prints after it stays.
 */
export function stripEscapes(text: string): string {
  return text.replaceAll(ESCAPES, '')
}
