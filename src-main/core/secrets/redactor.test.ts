import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Redactor } from './redactor.ts'

function redactorOf(...secrets: readonly string[]): Redactor {
  const redactor = new Redactor()
  for (const secret of secrets) redactor.hide(secret)
  return redactor
}

test('a secret is taken out of texts and of data, the longest first; a short one hides nothing', () => {
  const redactor = redactorOf('sk-12345678', 'sk-12345678-long', 'abc')
  expect(redactor.redact('a sk-12345678-long, sk-12345678 and abc')).toBe('a [key], [key] and abc')
  const data = { list: ['x sk-12345678'], deep: { 'a "sk-12345678"': 1 } }
  expect(redactor.redactData(data)).toEqual({ list: ['x [key]'], deep: { 'a "[key]"': 1 } })
  const harmless = { text: 'abc' }
  expect(redactor.redactData(harmless)).toBe(harmless)
  const quoted = redactorOf('a"b\\c\nd-long')
  expect(quoted.redactData({ text: 'x a"b\\c\nd-long' })).toEqual({ text: 'x [key]' })
})

test('a secret of digits alone leaves numbers as they are', () => {
  const data = { at: 1_123_456_789, price: 12_345_678, text: 'is 12345678' }
  expect(redactorOf('12345678').redactData(data)).toEqual({ ...data, text: 'is [key]' })
})

const secret = 'abcabcabcd'
const pieces = fc.array(
  fc.oneof(
    fc.constantFrom(secret, secret.slice(0, 5), secret.slice(5), 'abc', 'ab'),
    fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', ' ') }),
  ),
)

test('however a text is cut, no secret comes through, and nothing else is lost', () => {
  fc.assert(
    fc.property(pieces, (all) => {
      const redactor = redactorOf(secret)
      let out = ''
      const stream = redactor.stream((text) => {
        out += text
      })
      for (const piece of all) stream.write(piece)
      stream.end()
      expect(out).toBe(redactor.redact(all.join('')))
    }),
  )
})
