const SPECIAL = /[.+^$(){}|\\/]/u

/** A file name pattern as an expression; in a path, `*` stops at slashes. */
export function toExpression(pattern: string, options: { readonly inPath: boolean }): string {
  const any = options.inPath ? '[^/]' : '[\\s\\S]'
  let expression = ''
  for (let index = 0; index < pattern.length; index++) {
    const char = pattern.charAt(index)
    const bracket = char === '[' ? bracketAt(pattern, index) : undefined
    if (bracket) index += bracket.length - 1
    expression += bracket ? toClass(bracket) : toAtom(char, any)
  }
  return expression
}

function toAtom(char: string, any: string): string {
  if (char === '*') return `${any}*`
  if (char === '?') return any
  return SPECIAL.test(char) || char === '[' || char === ']' ? `\\${char}` : char
}

function bracketAt(pattern: string, index: number): string | undefined {
  return /^\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]/u.exec(pattern.slice(index))?.[0]
}

/** Ranges and names of classes are taken for any character: more is matched, never less. */
function toClass(bracket: string): string {
  const inner = bracket.slice(1, -1)
  if (/[-[:\\!^]/u.test(inner)) return '.'
  return `[${inner.replaceAll(/[\]\\]/gu, '\\$&')}]`
}

/** Whether the pattern matches the whole text. A pattern no expression can be made of matches all. */
export function matches(pattern: string, text: string, options: { readonly inPath: boolean }) {
  try {
    return new RegExp(`^${toExpression(pattern, options)}$`, 'iu').test(text)
  } catch {
    return true
  }
}

/** Patterns that leave nothing out worth speaking of: `*`, `.*`, `?*`, `[!.]*`, `**`, `[a-z]*`. */
export function isEverything(name: string): boolean {
  return /[*?[]/u.test(name) && /^(?:[*?.]|\[[^\]]*\])+$/u.test(name)
}

/** Whether a shell would look for files by it. */
export function isPattern(text: string): boolean {
  return /[*?]|\[[^\]]*\]/u.test(text)
}
