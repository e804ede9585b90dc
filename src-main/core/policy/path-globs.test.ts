import { posix } from 'node:path'
import { array, assert as check, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { matchesGlob } from './path-globs.ts'

test.for([
  ['/workspace/src/**', '/workspace/src/a/b.ts', true],
  ['/workspace/src/**', '/workspace/src', false],
  ['/workspace/src/**', '/workspace/src/.env', false],
  ['/workspace/**/*.ts', '/workspace/a.ts', true],
  ['/workspace/**/*.ts', '/workspace/a/b/c.ts', true],
  ['/workspace/**/*.ts', '/workspace/a/.git/c.ts', false],
  ['/workspace/*.{ts,tsx}', '/workspace/a.tsx', true],
  ['/workspace/.*', '/workspace/.env', true],
  ['/workspace/[a-c]?.ts', '/workspace/b1.ts', true],
  ['/workspace/[!a-c]?.ts', '/workspace/b1.ts', false],
  ['/workspace/a', '/workspace/A', false],
] as const)('%s on %s: %s', ([pattern, path, expected]) => {
  expect(matchesGlob(path, pattern)).toBe(expected)
})

test('matches nothing that Node’s own globs would not match', () => {
  const names = array(constantFrom(...['a', 'b', '.', '-', 'ab', '/']), { maxLength: 8 })
  const pieces = constantFrom('a', 'b', '*', '?', '**', '/', '/**/', '.', '[ab]', '[!a]', '{a,b}')
  const patterns = array(pieces, { maxLength: 6 })
  const holds = property(names, patterns, (path, pattern) => {
    const [text, glob] = [`/w/${path.join('')}`, `/w/${pattern.join('')}`]
    if (text.split('/').includes('..') || !matchesGlob(text, glob)) return true
    return posix.matchesGlob(text, glob) || text === glob
  })
  check(holds, { numRuns: 5_000 })
})

test.for([
  [`/w/${'*a'.repeat(400)}b`, `/w/${'a'.repeat(1_000)}`],
  [`/w/${'**/a/'.repeat(200)}b`, `/w/${'a/'.repeat(300)}`],
  [`/w/${'{a,b}'.repeat(50)}`, `/w/${'a'.repeat(50)}`],
] as const)('ends on a pattern made to take long: %s', ([pattern, path]) => {
  expect(matchesGlob(path, pattern)).toBe(false)
})
