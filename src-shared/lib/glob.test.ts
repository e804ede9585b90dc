import { posix } from 'node:path'
import { array, assert as check, constantFrom, property } from 'fast-check'
import { expect, test } from 'vitest'
import { compileGlob } from './glob.ts'

test.each([
  ['*.ts', 'a.ts', true],
  ['*.ts', 'b/a.ts', false],
  ['**/*.ts', 'a.ts', true],
  ['**/*.ts', 'b/c/a.ts', true],
  ['**/a.ts', 'a.ts', true],
  ['**/a.ts', 'ba.ts', false],
  ['src/**', 'src', false],
  ['src/**', 'src/a/b', true],
  ['src/**/b', 'src/b', true],
  ['**/a/**/b', 'a/x/a/y/b', true],
  ['{a,b/{c,d}}.js', 'b/d.js', true],
  ['[!a-c]?.md', 'dx.md', true],
  ['[]x].md', '].md', true],
  ['\\*.md', '*.md', true],
  ['\\*.md', 'a.md', false],
])('%s and %s: %s', (pattern, path, expected) => {
  expect(compileGlob(pattern)(path)).toBe(expected)
})

test.each([
  ['/w/**', '/w/.env', false],
  ['/w/**', '/w/.git/config', false],
  ['/w/**/b', '/w/.h/b', false],
  ['/w/*', '/w/.env', false],
  ['/w/?env', '/w/.env', false],
  ['/w/[.]env', '/w/.env', false],
  ['/w/.*', '/w/.env', true],
  ['/w/**/.env', '/w/a/.env', true],
  ['/w/.h/**', '/w/.h/a', true],
])('without hidden names, %s and %s: %s', (pattern, path, expected) => {
  expect(compileGlob(pattern, { matchesHidden: false })(path)).toBe(expected)
})

// Each of these takes a matcher that backtracks longer than anybody waits.
test.each([
  [`**/${'*a'.repeat(40)}b`, `${'a/'.repeat(20)}${'a'.repeat(200)}`],
  [`${'**/'.repeat(30)}b`, 'a/'.repeat(200)],
  [`${'**/a/'.repeat(30)}b`, 'a/'.repeat(500)],
  [`{${'*a'.repeat(20)},${'**/*'.repeat(20)}}b`, 'a'.repeat(2_000)],
])('rejects a path in time, however often the pattern nests its stars: %#', (pattern, path) => {
  expect(compileGlob(pattern)(path)).toBe(false)
  expect(compileGlob(pattern, { matchesHidden: false })(path)).toBe(false)
})

test('refuses a set of characters that is none, and more choices than it writes out', () => {
  expect(() => compileGlob('[z-a]')).toThrow('“[z-a]” is not a set of characters.')
  expect(() => compileGlob('{a,b}'.repeat(10))).toThrow('The pattern has too many alternatives.')
})

test('matches nothing that Node’s own globs, without hidden files, would not match', () => {
  const names = array(constantFrom(...['a', 'b', '.', '-', 'ab', '/']), { maxLength: 8 })
  const pieces = constantFrom('a', 'b', '*', '?', '**', '/', '/**/', '.', '[ab]', '[!a]', '{a,b}')
  const patterns = array(pieces, { maxLength: 6 })
  const holds = property(names, patterns, (path, pattern) => {
    const [text, glob] = [`/w/${path.join('')}`, `/w/${pattern.join('')}`]
    // Git takes three stars for two, Node for one.
    if (glob.includes('***')) return true
    if (text.split('/').includes('..') || !compileGlob(glob, { matchesHidden: false })(text))
      return true
    return posix.matchesGlob(text, glob) || text === glob
  })
  check(holds, { numRuns: 5_000 })
})
