/** The lines of a text, each with its end (`\n`, `\r\n` or `\r`), so that joined they are that text. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+/g) ?? []
}

/** A file that is not there has none. */
export function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : splitLines(text)
}
