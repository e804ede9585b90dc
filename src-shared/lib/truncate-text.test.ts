import { expect, test } from 'vitest'
import { ellipsize, ellipsizeStart, takeEnd, takeStart } from './truncate-text.ts'

test.each([
  ['a😀b', 0, '', ''],
  ['a😀b', 1, 'a', 'b'],
  ['a😀b', 2, 'a', 'b'],
  ['a😀b', 3, 'a😀', '😀b'],
  ['a😀b', 9, 'a😀b', 'a😀b'],
  ['😀', 1, '', ''],
  ['', 2, '', ''],
  ['é漢z', 2, 'é漢', '漢z'],
])('cuts %j to %i', (text, chars, start, end) => {
  expect([takeStart(text, chars), takeEnd(text, chars)]).toEqual([start, end])
})

test.each([
  ['abc', 3, 'abc', 'abc'],
  ['abc', 2, 'ab…', '…bc'],
  ['a😀b', 2, 'a…', '…b'],
])('marks a cut of %j to %i', (text, chars, start, end) => {
  expect([ellipsize(text, chars), ellipsizeStart(text, chars)]).toEqual([start, end])
})
