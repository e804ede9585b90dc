import { expect, test } from 'vitest'
import { changedLines, plainLines } from './viewer-lines.ts'

test('lines are numbered as the file has them, and lost ones stand where they stood', () => {
  expect(plainLines('a\r\nb\n')).toEqual([
    { type: 'same', number: 1, text: 'a' },
    { type: 'same', number: 2, text: 'b' },
  ])
  expect(changedLines('a\nb\nc\n', 'a\nB\nc')).toEqual([
    { type: 'same', number: 1, text: 'a' },
    { type: 'removed', text: 'b' },
    { type: 'removed', text: 'c' },
    { type: 'added', number: 2, text: 'B' },
    { type: 'added', number: 3, text: 'c' },
  ])
  expect(changedLines('', 'new\n')).toEqual([{ type: 'added', number: 1, text: 'new' }])
  expect(changedLines('same\n', 'same\n')).toEqual(plainLines('same\n'))
})

test('lines of a file that differs in many are compared as a whole', () => {
  const many = Array.from({ length: 5_000 }, (_, index) => `line ${index}`)
  const indented = many.map((line, index) => (index % 2 === 0 ? `  ${line}` : line))
  const lines = changedLines(
    ['a', ...many, 'b'].join('\n'),
    ['a', ...indented, 'new', 'b'].join('\n'),
  )
  expect(lines).toEqual([
    { type: 'same', number: 1, text: 'a' },
    ...many.map((text) => ({ type: 'removed', text })),
    ...[...indented, 'new'].map((text, index) => ({ type: 'added', number: index + 2, text })),
    { type: 'same', number: 5_003, text: 'b' },
  ])
})
