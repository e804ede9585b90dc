import { expect, test } from 'vitest'
import { parseJsonc } from './parse-jsonc.ts'

test('leaves out comments, but not what looks like one in a string', () => {
  const text = '{ // first\n "a": "http://x /* no */", /* two\nlines */ "b": "\\"//" }'
  expect(parseJsonc(text)).toEqual({ a: 'http://x /* no */', b: '"//' })
})

test.each(['{"a": 1 /* b', '{"a": "b // c', '', '{"a": [1,]}', '{"a" 1}', '[1] [2]', "{'a': 1}"])(
  'refuses %j',
  (text) => {
    expect(() => parseJsonc(text)).toThrow(SyntaxError)
  },
)

test('takes trailing commas where they are allowed', () => {
  const text = '{"a": [1, 2,\n ], "b": ",]",}'
  expect(parseJsonc(text, { allowsTrailingCommas: true })).toEqual({ a: [1, 2], b: ',]' })
})

test('parses in time linear in the length of the text', () => {
  for (const piece of ['"\\', '/*', '//', '"\\"', '[', '{"a":', '/', ',,']) {
    const take = (size: number) => {
      const text = piece.repeat(size / piece.length)
      const before = performance.now()
      expect(() => parseJsonc(text)).toThrow()
      return performance.now() - before
    }
    take(200_000)
    const [small, large] = [least(() => take(200_000)), least(() => take(800_000))]
    // A quadratic one takes 16 times as long.
    expect(large / Math.max(small, 0.5)).toBeLessThan(12)
  }
})

function least(run: () => number): number {
  return Math.min(...Array.from({ length: 5 }, run))
}
