import { expect, test } from 'vitest'
import {
  complete,
  completePlaybook,
  findMention,
  findPlaybookQuery,
  mentionedPaths,
  rankPaths,
  rankPlaybooks,
} from './prompt-completions.ts'

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

test('a mention at the end of a long text is found, however many others it has', () => {
  const text = `${'me@example.com @src/a.ts '.repeat(40_000)}\n@tok`
  expect(findMention(text, text.length)).toEqual({ start: text.length - 4, query: 'tok' })
  expect(findMention(text, text.length - 5)).toBeUndefined()
})

test('what is longer than any path is no mention', () => {
  expect(findMention(`@${'a'.repeat(4096)}`, 4097)?.query).toHaveLength(4096)
  expect(findMention(`@${'a'.repeat(4097)}`, 4098)).toBeUndefined()
})

test('punctuation behind a name is left out, however much', () => {
  const text = `see @src/a.ts${'.'.repeat(300_000)} and @${'!'.repeat(300_000)}x`
  expect(mentionedPaths(text, new Set(['/workspace/src/a.ts']))).toEqual(['/workspace/src/a.ts'])
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

const playbooks = ['complex-bug', 'new-feature', 'refactoring', 'review'].map((name) => ({
  name,
  title: name,
  description: '',
  argumentHint: '',
}))

test('playbooks are offered behind a slash that the prompt begins with', () => {
  expect([
    findPlaybookQuery('/', 1),
    findPlaybookQuery('/new-f', 6),
    findPlaybookQuery('/review it', 3),
    findPlaybookQuery('/review it', 10),
    findPlaybookQuery('see /re', 7),
    findPlaybookQuery('/usr/bin', 8),
  ]).toEqual(['', 'new-f', 're', undefined, undefined, undefined])
})

test('those that begin with what was written come first', () => {
  const names = (query: string) => rankPlaybooks(playbooks, query).map(({ name }) => name)
  expect([names('re'), names('bug'), names('x-y')]).toEqual([
    ['refactoring', 'review', 'new-feature'],
    ['complex-bug'],
    [],
  ])
})

test('a playbook stands before what was written, in place of another', () => {
  const texts = ['', '/re', '/review the parser', 'the parser']
  expect(texts.map((text) => completePlaybook(text, 'complex-bug'))).toEqual([
    { text: '/complex-bug ', cursor: 13 },
    { text: '/complex-bug ', cursor: 13 },
    { text: '/complex-bug the parser', cursor: 13 },
    { text: '/complex-bug the parser', cursor: 13 },
  ])
})
