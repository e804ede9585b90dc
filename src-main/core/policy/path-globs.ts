import { matchesWhole, parseWildcards } from './wildcards.ts'

/** A pattern with more alternatives in braces matches nothing. */
const MAX_ALTERNATIVES = 64
/** Characters of the pattern, braces expanded, times characters of the path. */
const MAX_COST = 500_000

/**
 * Whether a path matches a pattern of `*`, `?`, `[…]`, `{a,b}` and, as a whole name, `**`. A name that
 * starts with a dot needs one in the pattern. Nothing matches a pattern that takes too long to try.
 */
export function matchesGlob(path: string, pattern: string): boolean {
  if (pattern.includes('\\')) return false
  const patterns = expandBraces(pattern)
  const length = patterns.reduce((sum, one) => sum + one.length, 0)
  if (length * path.length > MAX_COST) return false
  const names = path.split('/')
  return patterns.some((one) => matchesNames(toNames(one), names))
}

/** `a/**` means what is below `a`, not `a` itself. */
function toNames(pattern: string): readonly string[] {
  return pattern.split('/').at(-1) === '**' ? [...pattern.split('/'), '*'] : pattern.split('/')
}

/** Every row tells which beginnings of the path the patterns so far match. */
function matchesNames(patterns: readonly string[], names: readonly string[]): boolean {
  let reached = [true, ...names.map(() => false)]
  for (const pattern of patterns) {
    reached = pattern === '**' ? passMany(reached, names) : passOne(reached, names, pattern)
    if (!reached.includes(true)) return false
  }
  return reached[names.length] ?? false
}

/** Any number of names, none of them hidden. */
function passMany(reached: readonly boolean[], names: readonly string[]): boolean[] {
  const next: boolean[] = []
  for (const [at, isReached] of reached.entries()) {
    const before = names[at - 1]
    const isPassed = (next[at - 1] ?? false) && before !== undefined && !before.startsWith('.')
    next.push(isReached || isPassed)
  }
  return next
}

function passOne(
  reached: readonly boolean[],
  names: readonly string[],
  pattern: string,
): boolean[] {
  const wildcards = parseWildcards(pattern, { inPath: true, toSet })
  const isMet = (name: string) => {
    if (name === pattern) return true
    const isOpen = name !== '' && name !== '.' && (name[0] !== '.' || pattern[0] === '.')
    return isOpen && matchesWhole(wildcards, name)
  }
  return [false, ...names.map((name, at) => (reached[at] ?? false) && isMet(name))]
}

/** The characters in brackets, as they say: an unknown class has none. */
function toSet(inner: string): (char: string) => boolean {
  const isNegated = /^[!^]/u.test(inner)
  const given = [...(isNegated ? inner.slice(1) : inner)]
  const isListed = (char: string) =>
    given.some((from, at) => {
      const to = given[at + 1] === '-' ? given[at + 2] : undefined
      return to === undefined ? from === char : from <= char && char <= to
    })
  if (inner.includes('[:')) return () => false
  return (char) => isListed(char) !== isNegated
}

/** `a{b,c}` as `ab` and `ac`; none of a pattern with too many. */
function expandBraces(pattern: string): readonly string[] {
  let open = ['']
  let rest = pattern
  for (;;) {
    const group = /^(?<before>[^{}]*)\{(?<items>[^{}]*)\}/u.exec(rest)
    const { before = '', items = '' } = group?.groups ?? {}
    if (!group) return open.map((one) => one + rest)
    rest = rest.slice(group[0].length)
    const choices = items.includes(',') ? items.split(',') : [`{${items}}`]
    open = open.flatMap((one) => choices.map((choice) => one + before + choice))
    if (open.length > MAX_ALTERNATIVES) return []
  }
}
