/** The lines of a text, each with its end, so that joined they are that text. */
export function splitLines(text: string): readonly string[] {
  return text.match(/[^\n]*\n|[^\n]+$/g) ?? []
}

/** A file that is not there has none. */
export function linesOf(text: string | null): readonly string[] {
  return text === null ? [] : splitLines(text)
}
