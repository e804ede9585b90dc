/** A text of the shell's language, and where each expansion in it ends, by where it begins. */
export interface Origin {
  readonly source: string
  readonly extents: ReadonlyMap<number, number>
  /** Where the substitutions begin that were judged so far. */
  readonly judged: Set<number>
}

/** The smallest pieces of a word. */
export type Atom =
  | { readonly kind: 'char'; readonly char: string; readonly isQuoted: boolean }
  /** `$x`, `${…}`, `$(…)`, `` `…` ``, `$((…))`, `<(…)`, as it stands in the source. */
  | {
      readonly kind: 'part'
      readonly start: number
      readonly end: number
      readonly isQuoted: boolean
    }
  /** Quotes with or without anything between: they make a word even of nothing. */
  | { readonly kind: 'quotes' }

/** A piece of the source, by offsets into it. */
export interface Span {
  readonly start: number
  readonly end: number
}

interface Lexed {
  readonly atoms: readonly Atom[]
  readonly end: number
}

/** Takes a word to pieces. `isQuoted`: it stands in double quotes, or in a here-document. */
export function lexWord(origin: Origin, span: Span, isQuoted = false): readonly Atom[] {
  const atoms: Atom[] = []
  for (let index = span.start; index < span.end; ) {
    const lexed = isQuoted
      ? lexInQuotes(origin, { start: index, end: span.end })
      : lexBare(origin, { start: index, end: span.end })
    atoms.push(...lexed.atoms)
    index = Math.max(lexed.end, index + 1)
  }
  return atoms
}

function lexBare(origin: Origin, { start, end }: Span): Lexed {
  const { source } = origin
  const char = source.charAt(start)
  const next = source.charAt(start + 1)
  if (char === '\\') return lexEscape(source, start)
  if (char === "'") return lexLiteral(source, { start, end })
  if (char === '"') return lexQuotes(origin, { start, end })
  if (char === '$' && next === "'") return lexAnsi(source, { start: start + 1, end })
  if (char === '$' && next === '"') return lexQuotes(origin, { start: start + 1, end })
  return lexExpansion(origin, { start, end }, false) ?? lexChar(source, start, false)
}

function lexInQuotes(origin: Origin, { start, end }: Span): Lexed {
  const { source } = origin
  const next = source.charAt(start + 1)
  if (source.charAt(start) === '\\' && '$`"\\\n'.includes(next)) return lexEscape(source, start)
  return lexExpansion(origin, { start, end }, true) ?? lexChar(source, start, true)
}

function lexChar(source: string, index: number, isQuoted: boolean): Lexed {
  const char = source.charAt(index)
  return { atoms: [{ kind: 'char', char, isQuoted }], end: index + 1 }
}

function lexEscape(source: string, start: number): Lexed {
  const char = source.charAt(start + 1)
  const atoms = char === '\n' || char === '' ? [] : quote(char)
  return { atoms, end: start + 2 }
}

function lexLiteral(source: string, { start, end }: Span): Lexed {
  const found = source.indexOf("'", start + 1)
  const close = found === -1 ? end : found
  return { atoms: [{ kind: 'quotes' }, ...quote(source.slice(start + 1, close))], end: close + 1 }
}

function quote(text: string): readonly Atom[] {
  return [...text].map((char): Atom => ({ kind: 'char', char, isQuoted: true }))
}

function lexQuotes(origin: Origin, { start, end }: Span): Lexed {
  const atoms: Atom[] = [{ kind: 'quotes' }]
  let index = start + 1
  while (index < end && origin.source.charAt(index) !== '"') {
    const lexed = lexInQuotes(origin, { start: index, end })
    atoms.push(...lexed.atoms)
    index = lexed.end
  }
  return { atoms, end: index + 1 }
}

function lexAnsi(source: string, { start, end }: Span): Lexed {
  const text = /^'(?<inner>(?:\\[\s\S]|[^'\\])*)'/u.exec(source.slice(start, end))
  const inner = text?.groups?.['inner'] ?? source.slice(start + 1, end)
  const close = text ? start + text[0].length : end
  return { atoms: [{ kind: 'quotes' }, ...quote(unescapeAnsi(inner))], end: close }
}

function lexExpansion(origin: Origin, { start, end }: Span, isQuoted: boolean): Lexed | undefined {
  const known = isExpansionStart(origin.source, start, isQuoted)
    ? (origin.extents.get(start) ?? end)
    : undefined
  const close = known ?? endOfVariable(origin.source, start)
  if (close === undefined) return undefined
  const last = Math.min(close, end)
  return { atoms: [{ kind: 'part', start, end: last, isQuoted }], end: last }
}

function isExpansionStart(source: string, start: number, isQuoted: boolean): boolean {
  const two = source.slice(start, start + 2)
  if (two === '$(' || two === '${' || two === '$[' || two[0] === '`') return true
  return !isQuoted && (two === '<(' || two === '>(')
}

function endOfVariable(source: string, start: number): number | undefined {
  const match = /^\$(?:[a-zA-Z_]\w*|[0-9@*#?$!_-])/u.exec(source.slice(start, start + 256))
  return match ? start + match[0].length : undefined
}

const ESCAPES: Readonly<Record<string, string>> = {
  ...{ a: '\x07', b: '\b', e: '\x1b', E: '\x1b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v' },
}

const ESCAPE =
  /\\(?:x(?<hex>[0-9a-fA-F]{1,2})|x\{(?<braced>[0-9a-fA-F]+)\}|u(?<short>[0-9a-fA-F]{1,4})|U(?<long>[0-9a-fA-F]{1,8})|(?<octal>[0-7]{1,4})|c(?<control>.)|(?<char>[\s\S]))/gu

/** The escapes of `$'…'`, `echo -e` and `printf`, which differ in nothing that matters here. */
export function unescapeAnsi(text: string): string {
  return text.replaceAll(ESCAPE, (...found) => {
    // The last argument of a replacer holds the named groups, of which at most one has matched.
    const groups = found.at(-1) as Readonly<Record<string, string | undefined>>
    return unescapeOne(groups)
  })
}

function unescapeOne(groups: Readonly<Record<string, string | undefined>>): string {
  const hex = groups['hex'] ?? groups['braced'] ?? groups['short'] ?? groups['long']
  if (hex) return toChar(Number.parseInt(hex, 16))
  if (groups['octal']) return toChar(Number.parseInt(groups['octal'], 8) & 0xff)
  if (groups['control']) return toChar(groups['control'].charCodeAt(0) & 31)
  const char = groups['char'] ?? ''
  return ESCAPES[char] ?? ('\\\'"?'.includes(char) ? char : `\\${char}`)
}

function toChar(code: number): string {
  return code > 0x10ffff ? '' : String.fromCodePoint(code)
}
