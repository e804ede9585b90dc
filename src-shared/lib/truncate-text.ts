/** The start of a text, at most so many UTF-16 units, without half of a character at its end. */
export function takeStart(text: string, maxChars: number): string {
  const isHalf = isPair(text, maxChars)
  return text.slice(0, isHalf ? maxChars - 1 : maxChars)
}

/** The end of a text, at most so many UTF-16 units, without half of a character at its start. */
export function takeEnd(text: string, maxChars: number): string {
  const start = Math.max(0, text.length - maxChars)
  return text.slice(isPair(text, start) ? start + 1 : start)
}

/** A text, or its start and an ellipsis if it is longer than `maxChars`. */
export function ellipsize(text: string, maxChars: number): string {
  return text.length > maxChars ? `${takeStart(text, maxChars)}…` : text
}

/** A text, or an ellipsis and its end if it is longer than `maxChars`. */
export function ellipsizeStart(text: string, maxChars: number): string {
  return text.length > maxChars ? `…${takeEnd(text, maxChars)}` : text
}

/** Whether a character lies across this index. */
function isPair(text: string, index: number): boolean {
  return index > 0 && (text.codePointAt(index - 1) ?? 0) > 0xffff
}
