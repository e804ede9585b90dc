import { expect, test } from 'vitest'
import { stripJsonComments, stripTrailingCommas } from './json-comments.ts'

test('removes comments, but not what looks like one in a string', () => {
  const text = '{ // first\n "a": "http://x /* no */", /* two\nlines */ "b": "\\"//" }'
  expect(JSON.parse(stripJsonComments(text))).toEqual({ a: 'http://x /* no */', b: '"//' })
})

test('keeps a comment or string without an end, so that parsing fails', () => {
  expect(stripJsonComments('{"a": 1} /* b')).toBe('{"a": 1} /* b')
  expect(stripJsonComments('{"a": "b // c')).toBe('{"a": "b // c')
})

test('removes trailing commas, but not those in a string', () => {
  expect(stripTrailingCommas('{"a": [1, 2,\n ], "b": ",]",}')).toBe('{"a": [1, 2\n ], "b": ",]"}')
})
