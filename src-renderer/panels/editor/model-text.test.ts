import { expect, test } from 'vitest'
import { toFileText, toModelText } from './model-text.ts'

const MARK = '\uFEFF'

test('in the editor a text has no mark, and the line ends of most of its lines', () => {
  const texts = [
    'a\nb\n',
    'a\r\nb\r\n',
    `${MARK}a\nb`,
    'a\r\nb\nc\r\n',
    'a\r\nb\nc\n',
    'a\r\nb\n',
    'a\rb\rc\n',
    'a\r',
    MARK,
    '',
    `a${MARK}`,
  ]
  expect(texts.map(toModelText)).toEqual([
    'a\nb\n',
    'a\r\nb\r\n',
    'a\nb',
    'a\r\nb\r\nc\r\n',
    'a\nb\nc\n',
    'a\nb\n',
    'a\r\nb\r\nc\r\n',
    'a\r\n',
    '',
    '',
    `a${MARK}`,
  ])
})

test('what is typed is saved with the mark that its file has', () => {
  expect([toFileText('ab\n', `${MARK}a\n`), toFileText('ab\n', 'a\n')]).toEqual([
    `${MARK}ab\n`,
    'ab\n',
  ])
})

test('an edit keeps the line ends of all other lines', () => {
  const saved = 'one\r\ntwo\nthree\r\n'
  const edited = toModelText(saved).replace('two', 'TWO').replace('three', 'new\r\nthree')
  expect(toFileText(edited, saved)).toBe('one\r\nTWO\nnew\nthree\r\n')
  expect(toFileText('one\r\ntwo\r\n', 'one\rtwo\r')).toBe('one\rtwo\r')
  expect(toFileText('a\u2028b\nc\n', 'a\u2028b\n')).toBe('a\u2028b\nc\n')
})

test('a text that nobody changed is the one in its file, whatever its line ends', () => {
  const saved = `${MARK}a\r\nb\nc\n`
  expect(toFileText(toModelText(saved), saved)).toBe(saved)
})
