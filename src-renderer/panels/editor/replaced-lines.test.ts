import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findReplacedLines } from './replaced-lines.ts'

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
