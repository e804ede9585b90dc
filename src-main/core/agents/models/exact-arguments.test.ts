import { expect, test } from 'vitest'
import { findInexact } from './exact-arguments.ts'

const inexact = (text: string) => findInexact(JSON.parse(text), text)

test('a whole number keeps every digit, or is refused', () => {
  const exact = ['0', '-0', '9007199254740991', '-9007199254740991', '123456789012345680000']
  const lost = ['9007199254740993', '1234567890123456789', '-9007199254740993']
  expect(exact.map((number) => inexact(`{"id":${number}}`))).toEqual(exact.map(() => undefined))
  for (const number of lost) expect(inexact(`{"list":[{"id":${number}}]}`)).toContain(number)
})

test('a fraction is as near as it gets, but a number beyond all is refused', () => {
  expect(['0.1', '1.10', '1e21', '1E-400'].map((number) => inexact(`[${number}]`))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
  expect(inexact('{"a":1e400}')).toContain('1e400')
})

test('digits in a text are no number', () => {
  expect(inexact('{"id":"9007199254740993"}')).toBeUndefined()
})

test('JSON that is nested too deep is refused, however deep it is', () => {
  const nested = (levels: number) => `{"a":${'['.repeat(levels)}${']'.repeat(levels)}}`
  expect([inexact(nested(199)), inexact(nested(100_000))]).toEqual([
    undefined,
    'They are nested more than 200 levels deep.',
  ])
})
