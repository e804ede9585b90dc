import { expect, test } from 'vitest'
import { addComments, findSaid, withoutComments, writeComments } from './comment-prompt.ts'

const one = { path: '/workspace/a.ts', line: 4, endLine: 4, quote: 'x = 1', text: 'Why one?' }
const two = { path: '/workspace/b.ts', line: 2, endLine: 3, quote: 'a\nb', text: 'Longer.' }

test('a prompt says where each comment is about, its lines, and the words', () => {
  expect(writeComments([one, two])).toBe(
    '@a.ts:4\n> x = 1\nWhy one?\n\n@b.ts:2-3\n> a\n> b\nLonger.',
  )
})

test('a comment was sent where all of it is in the prompt', () => {
  const more = { ...one, text: 'Why one?\nReally.' }
  const whole = writeComments([one, two, more])
  expect(findSaid([one, two, more], `First:\n\n${whole}\n\nThanks`)).toEqual([one, two, more])
  expect(findSaid([one, two, more], writeComments([two, more]))).toEqual([two, more])
  expect(findSaid([one, two], whole.replace('Longer.', 'Shorter.'))).toEqual([one])
  expect(findSaid([one], 'See @a.ts:4 again.')).toEqual([])
})

test('comments are added to a prompt once', () => {
  const first = addComments('', [one])
  expect(first).toBe(writeComments([one]))
  expect(addComments(first, [one])).toBe(first)
  expect(addComments(`${first}\n`, [one, two])).toBe(writeComments([one, two]))
})

test('a file that cannot be mentioned is named by its whole path, and found again', () => {
  const spaced = { ...one, path: '/workspace/src/my notes.md' }
  const written = addComments('', [spaced, one, two], new Set([two.path]))
  expect(written.split('\n\n').map((comment) => comment.split('\n')[0])).toEqual([
    ...['/workspace/src/my notes.md:4', '@a.ts:4', '/workspace/b.ts:2-3'],
  ])
  expect(findSaid([spaced, one, two], written)).toEqual([spaced, one, two])
  expect(addComments(written, [spaced, one, two])).toBe(written)
})

test('what else is said in a prompt is told from its comments', () => {
  const spaced = { ...one, path: '/workspace/src/my notes.md' }
  expect(withoutComments(writeComments([one, two]))).toBe('')
  expect(withoutComments(writeComments([spaced, one]))).toBe('')
  expect(withoutComments(addComments('Mend @a.ts:4\nnow.', [two]))).toBe('Mend @a.ts:4\nnow.')
  expect(withoutComments('@a.ts:4 is wrong.\n> x = 1')).toBe('@a.ts:4 is wrong.\n> x = 1')
})
