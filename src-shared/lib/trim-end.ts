/** Without a character that repeats at the end. An expression like `x+$` takes time squared for it. */
export function trimEnd(text: string, char: string): string {
  let end = text.length
  while (end > 0 && text[end - 1] === char) end -= 1
  return text.slice(0, end)
}
