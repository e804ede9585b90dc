import { expect, test } from 'vitest'
import { takeEnd, takeStart } from './cut-text.ts'

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
