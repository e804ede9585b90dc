import { expect, test } from 'vitest'
import { toVisible } from './visible-text.ts'

test('what would hide in a text, or turn it around, is written out', () => {
  expect(toVisible('node ok.js\u202e && rm\u200b -r\n.')).toBe(
    'node ok.js\\u{202e} && rm\\u{200b} -r\\u{a}.',
  )
  expect(toVisible('naïve – 日本語')).toBe('naïve – 日本語')
})
