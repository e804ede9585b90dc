import { array, assert as check, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { matchedLengths, matchesWhole, parseWildcards } from './match-wildcards.ts'

const chars = constantFrom('a', 'b', '/', '.')
const pieces = constantFrom('a', 'b', '*', '?', '/', '.', '[ab]')

function toRegExp(pattern: string, any: string): RegExp {
  const source = pattern.replaceAll('.', '\\.').replaceAll('*', `${any}*`).replaceAll('?', any)
  return new RegExp(`^${source}$`, 'u')
}

test.for([
  { inPath: true, any: '[^/]' },
  { inPath: false, any: String.raw`[\s\S]` },
])(
  'matches the same texts as the equivalent regular expression (in a path: $inPath)',
  ({ inPath, any }) => {
    const texts = array(chars, { maxLength: 8 })
    const patterns = array(pieces, { maxLength: 6 })
    const holds = property(texts, patterns, (given, pattern) => {
      const wildcards = parseWildcards(pattern.join(''), { inPath })
      const expression = toRegExp(pattern.join(''), any)
      expect(matchesWhole(wildcards, given.join(''))).toBe(expression.test(given.join('')))
      const prefixes = [...given.keys(), given.length]
      const expected = prefixes.filter((length) => expression.test(given.slice(0, length).join('')))
      expect(matchedLengths(wildcards, given)).toEqual(expected)
    })
    check(holds, { numRuns: 2_000 })
  },
)

test('ignores case if configured', () => {
  const options = { inPath: true, ignoresCase: true } as const
  expect(matchesWhole(parseWildcards('/H?me/ADA*', options), '/home/adaſ')).toBe(true)
  expect(matchesWhole(parseWildcards('/H?me', { inPath: true }), '/home')).toBe(false)
})
