import { expect, test } from 'vitest'
import { replaceLines } from './replace-lines.ts'

const text = 'one\ntwo\nthree\nfour\nfive\n'
const replacement = { line: 2, quote: 'two\nthree', suggestion: 'TWO\nAND\nTHREE' }

test('a suggestion stands in the place of its lines', () => {
  expect(replaceLines(text, replacement)).toBe('one\nTWO\nAND\nTHREE\nfour\nfive\n')
  expect(replaceLines(text, { ...replacement, suggestion: 'TWO\n' })).toBe('one\nTWO\nfour\nfive\n')
  expect(replaceLines(text, { ...replacement, suggestion: '' })).toBe('one\nfour\nfive\n')
  expect(replaceLines(text, { ...replacement, suggestion: '\n' })).toBe('one\n\nfour\nfive\n')
})

test('it finds its lines some lines further, where no others look like them', () => {
  const moved = `${'x\n'.repeat(20)}${text}`
  expect(replaceLines(moved, replacement)).toBe(moved.replace('two\nthree', 'TWO\nAND\nTHREE'))
  expect(replaceLines(`x\n${moved}`, replacement)).toBeUndefined()
  expect(replaceLines(text, { ...replacement, line: 5 })).toBeDefined()
  const twice = 'x\ntwo\nthree\nx\ntwo\nthree\n'
  expect(replaceLines(twice, { ...replacement, line: 3 })).toBeUndefined()
  expect(replaceLines(twice, { ...replacement, line: 5 })).toBe(
    'x\ntwo\nthree\nx\nTWO\nAND\nTHREE\n',
  )
})

test('lines that are others by now are left alone', () => {
  expect(replaceLines(text.replace('three', 'THREE'), replacement)).toBeUndefined()
  expect(replaceLines(text, { ...replacement, quote: 'tw' })).toBeUndefined()
  expect(replaceLines('two', replacement)).toBeUndefined()
  expect(replaceLines('', replacement)).toBeUndefined()
})

test('line ends stay what they are, also where the last line has none', () => {
  const mixed = 'one\r\ntwo\r\nthree\r\nfour\n'
  expect(replaceLines(mixed, replacement)).toBe('one\r\nTWO\r\nAND\r\nTHREE\r\nfour\n')
  expect(replaceLines('one\ntwo\nthree', replacement)).toBe('one\nTWO\nAND\nTHREE')
  expect(replaceLines('one\ntwo\nthree', { ...replacement, suggestion: '' })).toBe('one')
})

test('where the suggestion stands already, nothing is to be changed', () => {
  const again = (part: Partial<typeof replacement>, from = text) => {
    const asked = { ...replacement, ...part }
    const once = replaceLines(from, asked)
    return [once === from, once !== undefined && replaceLines(once, asked) === once]
  }
  expect(again({})).toEqual([false, true])
  expect(again({ suggestion: 'two\nthree\nand more' })).toEqual([false, true])
  expect(again({ suggestion: 'before\ntwo\nthree' })).toEqual([false, true])
  expect(again({ suggestion: 'before\ntwo\nthree' }, `x\n${text}`)).toEqual([false, true])
  expect(again({ quote: 'two', suggestion: 'TWO' }, text.replace('two', 'TWO'))).toEqual([
    true,
    true,
  ])
  // One of the lines is to go.
  expect(again({ suggestion: 'two' })).toEqual([false, true])
  expect(again({ suggestion: 'three' })).toEqual([false, true])
  // The same change is right further down, and not here.
  const both = 'one\ntwo\nthree\nfour\nTWO\n'
  expect(replaceLines(both, { line: 2, quote: 'two', suggestion: 'TWO' })).toBe(
    'one\nTWO\nthree\nfour\nTWO\n',
  )
  const elsewhere = { line: 2, quote: 'two', suggestion: '}' }
  expect(replaceLines('one\nzwei\n}\n', elsewhere)).toBeUndefined()
  expect(replaceLines('x\none\n', { line: 1, quote: 'two', suggestion: '' })).toBeUndefined()
})
