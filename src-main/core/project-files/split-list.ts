interface ListSyntax {
  readonly open: string
  readonly close: string
  readonly isSeparator: (character: string) => boolean
}

/** Splits a list that a person wrote; separators inside brackets belong to the item. Empty items are left out. */
export function splitList(text: string, { open, close, isSeparator }: ListSyntax): string[] {
  const items = ['']
  // A bracket that is never closed holds nothing together.
  const lastClose = text.lastIndexOf(close)
  let end = -1
  for (let at = 0; at < text.length; at += 1) {
    const character = text.charAt(at)
    if (at > end && character === open && at < lastClose) end = text.indexOf(close, at)
    if (at > end && isSeparator(character)) items.push('')
    else items.push((items.pop() ?? '') + character)
  }
  return items.filter((item) => item !== '')
}
