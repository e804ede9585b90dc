import { AppError } from '#shared/lib/app-error.ts'
import { shown } from '../paths/agent-path.ts'

/** A character class, an escaped character, or any other single character. */
interface Token {
  readonly type: 'class' | 'escaped' | 'character'
  readonly text: string
}

const EXTENDED = new Set(['!', '?', '*', '+', '@'])
/** More character classes than this are not tried one by one as literal names. */
const MAX_CLASSES = 4
/** Ranges with more values are refused. */
const MAX_RANGE = 1000

/** Escapes a path so that a pattern matches it literally. */
export function escapeGlob(path: string): string {
  return path.replaceAll(/[\\*?[\]{}()!+@|"]/gu, String.raw`\$&`)
}

/** Splits a list of patterns at its commas; commas in braces, classes and parentheses don't count. */
export function splitPatterns(list: string): readonly string[] {
  const patterns: string[] = []
  let current = ''
  let depth = 0
  for (const { text, type } of toTokens(list)) {
    if (type === 'character' && (text === '{' || text === '(')) depth += 1
    if (type === 'character' && (text === '}' || text === ')')) depth -= 1
    if (text === ',' && depth <= 0) {
      patterns.push(current)
      current = ''
    } else current += text
  }
  return [...patterns, current].map((pattern) => pattern.trim()).filter(Boolean)
}

/** Returns the text of each character class in a pattern, brackets included, in NFC. */
export function findClasses(pattern: string): readonly string[] {
  const classes = toTokens(pattern).filter(({ type }) => type === 'class')
  return classes.map(({ text }) => text.normalize('NFC'))
}

/**
 * Returns the ways to read a pattern's character classes as literal text, those with the most literal
 * ones first: a folder may be called `[id]`. Empty for a pattern without classes.
 */
export function readClassesLiterally(pattern: string): readonly (readonly string[])[] {
  const tokens = toTokens(pattern)
  const classes = tokens.flatMap(({ type }, index) => (type === 'class' ? [index] : []))
  if (classes.length === 0) return []
  const all = new Set(classes)
  if (classes.length > MAX_CLASSES) return [[withLiteral(tokens, all)]]
  const subsets = Array.from({ length: 2 ** classes.length }, (_, bits) =>
    classes.filter((__, index) => (bits >> index) % 2 === 1),
  )
  const bySize = Map.groupBy(subsets, (set) => set.length)
  return classes.map((_, index) => {
    const sets = bySize.get(classes.length - index) ?? []
    return sets.map((set) => withLiteral(tokens, new Set(set)))
  })
}

function withLiteral(tokens: readonly Token[], literal: ReadonlySet<number>): string {
  return tokens.map(({ text }, index) => (literal.has(index) ? escapeGlob(text) : text)).join('')
}

const MAX_PATTERN = 4000

/**
 * Returns the pattern as picomatch is to read it: parentheses, pipes and quotes are literal outside
 * `@(…)`, and so are brackets without a partner. Throws `invalid-input` for a pattern that isn't closed.
 */
export function toPicomatch(pattern: string): string {
  if (pattern.length > MAX_PATTERN)
    throw invalid(pattern, `it has more than ${MAX_PATTERN} characters`)
  const open: string[] = []
  const tokens = toTokens(expandRanges(pattern))
  const translated = tokens.map(({ type, text }, index) => {
    if (text === '\\') throw invalid(pattern, 'it ends with a backslash')
    if (type !== 'character') return text
    return translate(text, { open, pattern, before: tokens[index - 1], after: tokens[index + 1] })
  })
  const unclosed = open.findLast((bracket) => bracket !== LITERAL)
  if (unclosed === '{') throw invalid(pattern, '“{” has no closing “}”')
  if (unclosed === '(') throw invalid(pattern, '“(” has no closing “)”')
  return translated.join('')
}

/** Writes ranges as lists, as bash does: picomatch reads `{1..12}` as a character class. */
function expandRanges(pattern: string): string {
  let expanded = ''
  let rest = toTokens(pattern)
  while (rest.length > 0) {
    const group = readRange(rest)
    expanded += group ? toList(group.text, pattern) : rest[0]?.text
    rest = rest.slice(group ? group.length : 1)
  }
  return expanded
}

/** Reads braces with two dots and nothing else between them, in which nothing is special or escaped. */
function readRange(tokens: readonly Token[]) {
  if (!isCharacter(tokens[0], '{')) return undefined
  const end = tokens.findIndex((token, index) => index > 0 && !IN_RANGE.test(token.text))
  const text = tokens
    .slice(1, Math.max(1, end))
    .map((token) => token.text)
    .join('')
  return isCharacter(tokens[end], '}') && text.includes('..')
    ? { text, length: end + 1 }
    : undefined
}

const IN_RANGE = /^[\w.-]$/u

function isCharacter(token: Token | undefined, text: string): boolean {
  return token?.type === 'character' && token.text === text
}

const RANGE = /^(?:(-?\d+)\.\.(-?\d+)|([a-z])\.\.([a-z]))(?:\.\.(-?\d+))?$/iu

/** Braces around anything but a range are literal. */
function toList(range: string, pattern: string): string {
  const [, from, to, first, last, step] = RANGE.exec(range) ?? []
  if (from !== undefined && to !== undefined) {
    const isPadded = [from, to].some((number) => /^-?0\d/u.test(number))
    const width = isPadded ? Math.max(from.length, to.length) : 0
    return listValues({ from: Number(from), to: Number(to), step, pattern }, (value) =>
      toPadded(value, width),
    )
  }
  if (first === undefined || last === undefined) return String.raw`\{${range}\}`
  const codes = { from: first.charCodeAt(0), to: last.charCodeAt(0) }
  return listValues({ ...codes, step, pattern }, (code) => escapeGlob(String.fromCharCode(code)))
}

interface Range {
  readonly from: number
  readonly to: number
  readonly step: string | undefined
  readonly pattern: string
}

function listValues({ from, to, step, pattern }: Range, format: (value: number) => string): string {
  const size = Math.abs(Number(step ?? 1)) || 1
  const count = Math.floor(Math.abs(to - from) / size) + 1
  // Also refuses numbers too large to count with.
  if (!(count <= MAX_RANGE)) throw invalid(pattern, `a range has more than ${MAX_RANGE} values`)
  const sign = from <= to ? 1 : -1
  const values = Array.from({ length: count }, (_, index) => format(from + index * size * sign))
  return values.length === 1 ? values.join('') : `{${values.join(',')}}`
}

/** The sign counts for the width. */
function toPadded(value: number, width: number): string {
  const sign = value < 0 ? '-' : ''
  return sign + `${Math.abs(value)}`.padStart(width - sign.length, '0')
}

/** An opening parenthesis that is itself. */
const LITERAL = 'literal'

interface Around {
  readonly open: string[]
  readonly pattern: string
  readonly before: Token | undefined
  readonly after: Token | undefined
}

function translate(character: string, { open, pattern, before, after }: Around): string {
  switch (character) {
    case '[':
      throw invalid(pattern, '“[” has no closing “]”')
    case '{':
      open.push('{')
      return character
    case '(': {
      const isExtended = before?.type === 'character' && EXTENDED.has(before.text)
      open.push(isExtended ? '(' : LITERAL)
      return isExtended ? character : String.raw`\(`
    }
    case '}':
      return closes(open, '{') ? character : String.raw`\}`
    case ')':
      return closes(open, '(') ? character : String.raw`\)`
    case '|':
      return open.at(-1) === '(' ? character : String.raw`\|`
    case '+':
    case '!':
      return after?.text === '(' ? character : `\\${character}`
    case '"':
    case ']':
      return `\\${character}`
    default:
      return character
  }
}

function closes(open: string[], bracket: '{' | '('): boolean {
  const last = open.at(-1)
  if (last !== bracket && !(bracket === '(' && last === LITERAL)) return false
  open.pop()
  return last === bracket
}

/** The error for a pattern that can't be compiled. */
export function invalid(pattern: string, reason: string, cause?: unknown): AppError {
  const advice = 'To match a special character itself, write “\\” before it.'
  const message = `The pattern “${shown(pattern)}” isn't valid: ${reason}. ${advice}`
  return new AppError('invalid-input', message, { cause })
}

function toTokens(pattern: string): readonly Token[] {
  const tokens: Token[] = []
  for (let at = 0; at < pattern.length; ) {
    const token = readToken(pattern, at)
    tokens.push(token)
    at += token.text.length
  }
  return tokens
}

function readToken(pattern: string, at: number): Token {
  const character = String.fromCodePoint(pattern.codePointAt(at) ?? 0)
  if (character === '\\' && at + 1 < pattern.length) {
    const next = String.fromCodePoint(pattern.codePointAt(at + 1) ?? 0)
    return { type: 'escaped', text: character + next }
  }
  const end = character === '[' ? findClassEnd(pattern, at) : -1
  if (end > 0) return { type: 'class', text: pattern.slice(at, end + 1) }
  return { type: 'character', text: character }
}

/** Returns the index of the bracket that closes a class, -1 if there is none. */
function findClassEnd(pattern: string, at: number): number {
  const isNegated = pattern[at + 1] === '!' || pattern[at + 1] === '^'
  const first = at + (isNegated ? 2 : 1)
  const close = pattern.indexOf(']', pattern[first] === ']' ? first + 1 : first)
  // A named class, as in `[[:alpha:]]`, has a bracket of its own.
  const isNamed = pattern[close - 1] === ':' && pattern.slice(first, close).includes('[:')
  return isNamed ? Math.max(close, pattern.indexOf(']', close + 1)) : close
}
