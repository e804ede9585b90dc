/** A text as one word of a POSIX shell, whatever is in it. */
export function quoteWord(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** The same, as a person would write it: what needs no quotes has none. */
export function toShellWord(text: string): string {
  return /^[\w./:=@%+,-]+$/u.test(text) ? text : quoteWord(text)
}
