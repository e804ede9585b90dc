const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu

/** Text of others, with what would not be seen, or would reorder what is, written out: `\u{202e}`. */
export function toVisible(text: string): string {
  return text.replace(HIDDEN, (hidden) => `\\u{${hidden.codePointAt(0)?.toString(16)}}`)
}
