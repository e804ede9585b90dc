import { expect, test } from 'vitest'
import { GitIgnore } from './gitignore.ts'

const RULES = `# comment
\\#not-a-comment
*.log
!keep.log
build/
/top.txt
docs/*.pdf
a/**/z
**/deep
spaced\\ 
trailing   
[z-a]
{x,y}
LICENSE`

test.each([
  ['#not-a-comment', false, 'ignored'],
  ['comment', false, undefined],
  ['x.log', false, 'ignored'],
  ['a/b/x.log', false, 'ignored'],
  ['a/keep.log', false, 'unignored'],
  ['build', true, 'ignored'],
  ['build', false, undefined],
  ['a/build', true, 'ignored'],
  ['top.txt', false, 'ignored'],
  ['a/top.txt', false, undefined],
  ['docs/a.pdf', false, 'ignored'],
  ['docs/a/b.pdf', false, undefined],
  ['a/z', false, 'ignored'],
  ['a/b/c/z', false, 'ignored'],
  ['q/deep', false, 'ignored'],
  ['spaced ', false, 'ignored'],
  ['trailing', false, 'ignored'],
  ['x', false, undefined],
  ['{x,y}', false, 'ignored'],
  ['license', false, 'ignored'],
])('%s (a folder: %s) is %s', (path, isFolder, expected) => {
  expect(new GitIgnore(RULES).test(path, isFolder)).toBe(expected)
})

test('matches a rule with many stars in linear time', () => {
  const rules = new GitIgnore(`${'*a'.repeat(40)}b\n${'**/*a'.repeat(20)}b`)
  expect(rules.test(`${'a'.repeat(200)}/${'a'.repeat(200)}`, false)).toBeUndefined()
})
