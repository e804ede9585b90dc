import { expect, test } from 'vitest'
import { cutPieces, pieceWords, toMatch } from './pieces.ts'

test.each([
  ['getUserId', ['getuserid', 'get', 'user', 'id']],
  ['MAX_FILE_BYTES', ['max_file_bytes', 'max', 'file', 'bytes']],
  ['HTTPServer2', ['httpserver2', 'http', 'server']],
  ['Straßen-Namen', ['straßen', 'namen']],
  ['" OR * ( NEAR', ['or', 'near']],
])('%s is found by %j', (text, words) => {
  expect(pieceWords(text)).toEqual(words)
})

test('a question is never read as a query of its own', () => {
  expect(toMatch('user" OR *')).toBe('"user" OR "or"')
  expect(toMatch('?!')).toBe('')
})

test('pieces overlap, cover every line, and leave blanks out', () => {
  const text = Array.from({ length: 130 }, (_, at) => `line ${at + 1}`).join('\n')
  expect(cutPieces(text).map(({ start, end }) => [start, end])).toEqual([
    [1, 60],
    [49, 108],
    [97, 130],
  ])
  expect(cutPieces('\n \n')).toEqual([])
})
