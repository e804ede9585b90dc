import { expect, test } from 'vitest'
import { complete, findMention, mentionedPaths, rankPaths } from './mentions.ts'

test('a mention is an @ after a space, up to the cursor', () => {
  expect([
    findMention('@tok', 4),
    findMention('look at @src/a', 14),
    findMention('line\n@', 6),
    findMention('me@example.com', 14),
    findMention('@done now', 9),
    findMention('', 0),
  ]).toEqual([
    { start: 0, query: 'tok' },
    { start: 8, query: 'src/a' },
    { start: 5, query: '' },
    undefined,
    undefined,
    undefined,
  ])
})

test('names that begin with the query come first, short paths before long ones', () => {
  const paths = [
    'src/auth/token.test.ts',
    'src/auth/token.ts',
    'src/a-token.ts',
    'token/x.ts',
    'b.ts',
  ]
  expect(rankPaths(paths, 'Token', 4)).toEqual([
    'src/auth/token.ts',
    'src/auth/token.test.ts',
    'src/a-token.ts',
    'token/x.ts',
  ])
})

test('only files that exist are named, each once, punctuation left out', () => {
  const known = new Set(['/workspace/src/a.ts', '/docs/overview.md'])
  const text = 'See @src/a.ts, @/docs/overview.md. Not @missing.ts nor a@src/a.ts; again @src/a.ts'
  expect(mentionedPaths(text, known)).toEqual(['/workspace/src/a.ts', '/docs/overview.md'])
})

test('a file is named with its lines, too', () => {
  const known = new Set(['/workspace/src/a.ts', '/workspace/b.ts', '/workspace/c:3'])
  const text = '@src/a.ts:4\n@b.ts:2-30, and @c:3'
  expect(mentionedPaths(text, known)).toEqual([...known])
})

test('completing puts the cursor behind the path', () => {
  const text = 'see @tok please'
  expect(complete(text, { start: 4, query: 'tok' }, 'src/token.ts')).toEqual({
    text: 'see @src/token.ts please',
    cursor: 18,
  })
})
