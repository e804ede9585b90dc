/** What ends a line for some readers, turns its direction or isn't seen. */
const HIDDEN = /(?!\t)[\p{Cc}\u{200b}\u{200e}\u{200f}\u{2028}-\u{202e}\u{2066}-\u{2069}]/gu

/** Words that others wrote, as one line on which all that is in them is seen: a name can hold a line break. */
export function tellHidden(text: string): string {
  return text.replaceAll(HIDDEN, (sign) => {
    const code = sign.codePointAt(0) ?? 0
    return `<U+${code.toString(16).toUpperCase().padStart(4, '0')}>`
  })
}
