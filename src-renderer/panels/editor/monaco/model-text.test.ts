import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReplacedLines, toFileText, toModelText } from './model-text.ts'

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

test('the lines are told that differ, whole', () => {
  expect(findReplacedLines('a\nbc\nd\n', 'a\nbx\nd\n')).toEqual({ from: 2, to: 5, text: 'bx\n' })
  expect(findReplacedLines('a\nb\n', 'a\nnew\nb\n')).toEqual({ from: 2, to: 2, text: 'new\n' })
  expect(findReplacedLines('a\nb\nc', 'a\nc')).toEqual({ from: 2, to: 4, text: '' })
  expect(findReplacedLines('\na', 'b\na')).toEqual({ from: 0, to: 1, text: 'b\n' })
})

test('put in their place, they make the next text; a line that both share at an end is left alone', () => {
  const text = fc.array(fc.constantFrom('a', 'b', 'ab', '\r', '')).map((lines) => lines.join('\n'))
  fc.assert(
    fc.property(text, text, (before, after) => {
      const { from, to, text: replaced } = findReplacedLines(before, after)
      expect(before.slice(0, from) + replaced + before.slice(to)).toBe(after)
      for (const index of [from, to]) {
        expect(index === 0 || index === before.length || before[index - 1] === '\n').toBe(true)
      }
      const [ours, theirs] = [before.slice(from, to).split('\n'), replaced.split('\n')]
      if (ours.length > 1 && theirs.length > 1) expect(ours[0]).not.toBe(theirs[0])
    }),
  )
})

test('where nothing differs, nothing is replaced', () => {
  expect(findReplacedLines('a\nb\n', 'a\nb\n')).toEqual({ from: 4, to: 4, text: '' })
})
