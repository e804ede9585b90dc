/** A parsed file name pattern. Matching takes at most pattern × text steps: it never backtracks. */
export interface Wildcards {
  readonly tokens: readonly Token[]
  readonly ignoresCase: boolean
}

interface Token {
  readonly isStar: boolean
  readonly accepts: (char: string) => boolean
}

interface WildcardOptions {
  /** `*` and `?` stop at slashes. */
  readonly inPath: boolean
  readonly ignoresCase?: boolean
}

/** Parses `*`, `?` and `[…]`; every other character stands for itself. */
export function parseWildcards(pattern: string, options: WildcardOptions): Wildcards {
  const { ignoresCase = false } = options
  const tokens: Token[] = []
  for (let index = 0; index < pattern.length; ) {
    const bracket = bracketAt(pattern, index)
    const piece = bracket ?? String.fromCodePoint(pattern.codePointAt(index) ?? 0)
    tokens.push(bracket ? toSetToken(bracket, options) : toToken(piece, options))
    index += piece.length
  }
  return { tokens, ignoresCase }
}

export function matchesWhole(wildcards: Wildcards, text: string): boolean {
  const chars = Array.from(text)
  return matchedLengths(wildcards, chars).at(-1) === chars.length
}

/** The length of every prefix of `chars` that the whole pattern matches, ascending. */
export function matchedLengths(
  { tokens, ignoresCase }: Wildcards,
  chars: readonly string[],
): readonly number[] {
  let states = start(tokens)
  const lengths = states.at(-1) ? [0] : []
  for (const [index, char] of chars.entries()) {
    states = advance(tokens, states, ignoresCase ? foldCase(char) : char)
    if (states.at(-1)) lengths.push(index + 1)
    if (!states.includes(true)) break
  }
  return lengths
}

/** For each number of tokens, whether they match the text so far. */
type States = boolean[]

function start(tokens: readonly Token[]): States {
  return passStars(tokens, [true, ...tokens.map(() => false)])
}

function advance(tokens: readonly Token[], states: States, char: string): States {
  const next: States = [false, ...tokens.map(() => false)]
  for (const [at, token] of tokens.entries()) {
    if (states[at] && token.accepts(char)) next[token.isStar ? at : at + 1] = true
  }
  return passStars(tokens, next)
}

/** Marks the states after a star, because a star also matches nothing. */
function passStars(tokens: readonly Token[], states: States): States {
  for (const [at, { isStar }] of tokens.entries()) {
    if (isStar && states[at]) states[at + 1] = true
  }
  return states
}

function toToken(char: string, { inPath, ignoresCase = false }: WildcardOptions): Token {
  const isStar = char === '*'
  if (isStar || char === '?') return { isStar, accepts: (one) => !inPath || one !== '/' }
  const wanted = ignoresCase ? foldCase(char) : char
  return { isStar: false, accepts: (one) => one === wanted }
}

/** Maps both cases of a character, and its variants such as `ſ`, to one. */
function foldCase(char: string): string {
  return char.toUpperCase().toLowerCase()
}

function bracketAt(pattern: string, index: number): string | undefined {
  if (pattern[index] !== '[' || !pattern.includes(']', index)) return undefined
  return /^\[[!^]?\]?(?:\[:\w+:\]|[^\]])*\]/u.exec(pattern.slice(index))?.[0]
}

function toSetToken(bracket: string, options: WildcardOptions): Token {
  const inner = bracket.slice(1, -1)
  const accepts = toWideSet(options.ignoresCase ? foldCase(inner) : inner)
  return { isStar: false, accepts }
}

/** A bracket with a range, a class or `!` accepts any character: more is matched, never less. */
function toWideSet(inner: string): (char: string) => boolean {
  if (/[-[:\\!^]/u.test(inner)) return () => true
  const chars = new Set(inner)
  return (char) => chars.has(char)
}
