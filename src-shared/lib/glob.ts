import { AppError } from '#shared/lib/app-error.ts'

const MAX_ALTERNATIVES = 200

interface GlobOptions {
  /** Whether wildcards match names that begin with a dot. True unless given. */
  readonly matchesHidden?: boolean
}

/**
 * Compiles the pattern of a permission, which is matched on the host's thread before a call runs. Searches
 * use picomatch, in a worker. Takes `*` and `?` within a name, `**` over folders, `[…]`, `{a,b}`, `\` before a
 * character that is meant as itself. `a/**` matches what is inside `a`, not `a` itself. Matching never
 * backtracks over more than the last star, so it takes at most path length times pattern length. Throws
 * `invalid-input` where the pattern is none.
 */
export function compileGlob(
  pattern: string,
  { matchesHidden = true }: GlobOptions = {},
): (path: string) => boolean {
  const parsed = expandBraces(pattern).map((alternative) => ({
    // Most paths differ in their ending, which is fast to compare.
    ending: literalEnding(alternative),
    parts: toParts(alternative),
  }))
  const matchesPart = (name: string, part: NamePattern) => matchesName(name, part, matchesHidden)
  const canSkip = (name: string) => matchesHidden || !name.startsWith('.')
  return (path) =>
    parsed.some(
      ({ ending, parts }) =>
        path.endsWith(ending) &&
        matchesAll({ items: path.split('/'), patterns: parts, matches: matchesPart, canSkip }),
    )
}

/** Writes out each choice of `{a,b}`. Throws if there are more than 200. */
function expandBraces(pattern: string): readonly string[] {
  const done: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = /\{([^{},]*,[^{}]*)\}/u.exec(next)
    if (!inner) done.push(next)
    else {
      const [all, choices = ''] = inner
      const [start, end] = [next.slice(0, inner.index), next.slice(inner.index + all.length)]
      open.push(...choices.split(',').map((choice) => start + choice + end))
    }
    if (done.length + open.length > MAX_ALTERNATIVES) {
      throw new AppError('invalid-input', 'The pattern has too many alternatives.')
    }
  }
  return done
}

type CharacterPattern = '*' | ((character: string) => boolean)

interface NamePattern {
  readonly characters: readonly CharacterPattern[]
  readonly startsWithDot: boolean
}

/** `*` stands for any number of folders. */
type PathPart = '*' | NamePattern

const ANY_NAME: NamePattern = { characters: ['*'], startsWithDot: false }
const TOKEN = /\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|[\s\S]/gu

function literalEnding(pattern: string): string {
  return /(?<![^*?[\]\\/])[^*?[\]\\/]*$/u.exec(pattern)?.[0] ?? ''
}

function toParts(pattern: string): readonly PathPart[] {
  const parts = pattern.split('/').map(toPart)
  return parts.at(-1) === '*' ? [...parts, ANY_NAME] : parts
}

function toPart(part: string): PathPart {
  if (/^\*\*+$/u.test(part)) return '*'
  const characters = (part.match(TOKEN) ?? []).map(toCharacterPattern)
  return { characters, startsWithDot: /^\\?\./u.test(part) }
}

function toCharacterPattern(token: string): CharacterPattern {
  if (token.startsWith('*')) return '*'
  if (token === '?') return () => true
  if (token.length > 1 && token.startsWith('[')) return toClass(token)
  const character = token.length > 1 ? token.slice(1) : token
  return (one) => one === character
}

function toClass(token: string): (character: string) => boolean {
  const isNegated = /^\[[!^]/u.test(token)
  const inside = token.slice(isNegated ? 2 : 1, -1).replaceAll(/[\\\][&~^|]/gu, '\\$&')
  try {
    const expression = new RegExp(`^[${isNegated ? '^' : ''}${inside}]$`, 'u')
    return (character) => expression.test(character)
  } catch (cause) {
    const message = `“${token.slice(0, 200)}” is not a set of characters.`
    throw new AppError('invalid-input', message, { cause })
  }
}

function matchesName(
  name: string,
  { characters, startsWithDot }: NamePattern,
  matchesHidden: boolean,
): boolean {
  if (name === '') return characters.length === 0
  if (name === '.' || name === '..') return false
  if (!matchesHidden && name.startsWith('.') && !startsWithDot) return false
  const matches = (character: string, pattern: Exclude<CharacterPattern, '*'>) => pattern(character)
  return matchesAll({ items: [...name], patterns: characters, matches, canSkip: () => true })
}

interface Sequence<Item, Pattern> {
  readonly items: readonly Item[]
  readonly patterns: readonly ('*' | Pattern)[]
  readonly matches: (item: Item, pattern: Pattern) => boolean
  /** Whether a star may take an item. */
  readonly canSkip: (item: Item) => boolean
}

/**
 * Returns whether items match patterns one by one, where a star takes any number of items. Only the last
 * star ever has to take more: an item that it can't take, no star in front of it could take either.
 */
function matchesAll<Item, Pattern>({
  items,
  patterns,
  matches,
  canSkip,
}: Sequence<Item, Pattern>): boolean {
  let star = -1
  let taken = 0
  let at = 0
  for (let item = 0; item < items.length; ) {
    const pattern = patterns[at]
    const one = items[item]
    const skipped = items[taken]
    if (pattern === '*') {
      star = at++
      taken = item
    } else if (pattern !== undefined && one !== undefined && matches(one, pattern)) {
      at++
      item++
    } else if (star >= 0 && skipped !== undefined && canSkip(skipped)) {
      at = star + 1
      item = ++taken
    } else return false
  }
  return patterns.slice(at).every((pattern) => pattern === '*')
}
