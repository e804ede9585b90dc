import { expect, test } from 'vitest'
import { splitList } from './split-list.ts'

const syntax = { open: '(', close: ')', isSeparator: (character: string) => character === ',' }

test('splits at separators outside brackets', () => {
  expect(splitList('a,b(c,d)e,,f', syntax)).toEqual(['a', 'b(c,d)e', 'f'])
})

test('a bracket that is never closed holds nothing together', () => {
  expect(splitList('a(b,c', syntax)).toEqual(['a(b', 'c'])
  expect(splitList('(a,b),(c,d', syntax)).toEqual(['(a,b)', '(c', 'd'])
})
