import { AppError } from '#shared/error.ts'
import { denied, shown } from './agent-path.ts'

const MAX_PATTERN = 1000
const MAX_ALTERNATIVES = 200

/**
 * What a glob pattern matches: `*` and `?` within a name, `**` over folders, `[…]`, `{a,b}`. Throws
 * `denied` where it names a folder above.
 */
export function toMatcher(pattern: string): (path: string) => boolean {
  if (pattern.includes('\0')) throw denied('A pattern must not contain a NUL character.')
  if (pattern.length > MAX_PATTERN) throw new AppError('invalid-input', 'The pattern is too long.')
  const alternatives = expandBraces(pattern)
  for (const one of alternatives) {
    if (one.split(/[/\\]/u).includes('..')) throw denied(`“${shown(pattern)}” contains “..”.`)
  }
  const parsed = alternatives.map((one) => ({
    // Most paths are told apart by their ending alone, which is asked of very many.
    ending: /[^*?[\]\\]*$/u.exec(one)?.[0] ?? '',
    parts: one.split('/').map(toNamePattern),
  }))
  return (path) =>
    parsed.some(
      ({ ending, parts }) =>
        path.endsWith(ending) && matchesAll(path.split('/'), parts, matchesName),
    )
}

/** What `{a,b}` stands for, each written out. Fails where that is too much. */
export function expandBraces(pattern: string): readonly string[] {
  const done: string[] = []
  const open = [pattern]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const inner = /\{([^{}]*,[^{}]*)\}/u.exec(next)
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

/** `*` of names: so many folders as there are, or none. */
type NamePattern = '*' | readonly CharacterPattern[]
/** `*`: any characters, or none. */
type CharacterPattern = '*' | ((character: string) => boolean)

const TOKEN = /\*+|\?|\[[!^]?\]?[^\]]*\]|\\.|[\s\S]/gu

function toNamePattern(part: string): NamePattern {
  if (/^\*\*+$/u.test(part)) return '*'
  return (part.match(TOKEN) ?? []).map(toCharacterPattern)
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
    throw new AppError('invalid-input', `“${shown(token)}” is not a set of characters.`, { cause })
  }
}

function matchesName(name: string, pattern: Exclude<NamePattern, '*'>): boolean {
  return matchesAll([...name], pattern, (character, matches) => matches(character))
}

/**
 * Whether items match patterns one by one, a star taking any number of items. Only the last star
 * ever has to take more, so this is never worse than items times patterns.
 */
function matchesAll<Item, Pattern>(
  items: readonly Item[],
  patterns: readonly ('*' | Pattern)[],
  matches: (item: Item, pattern: Pattern) => boolean,
): boolean {
  let star = -1
  let taken = 0
  let at = 0
  for (let item = 0; item < items.length; ) {
    const pattern = patterns[at]
    const one = items[item]
    if (pattern === '*') {
      star = at++
      taken = item
    } else if (pattern !== undefined && one !== undefined && matches(one, pattern)) {
      at++
      item++
    } else if (star >= 0) {
      at = star + 1
      item = ++taken
    } else return false
  }
  return patterns.slice(at).every((pattern) => pattern === '*')
}
