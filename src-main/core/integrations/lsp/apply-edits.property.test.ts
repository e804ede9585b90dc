import fc from 'fast-check'
import { expect, test } from 'vitest'
import { applyEdits } from './apply-edits.ts'
import { BoundedMessages } from './server-connection.ts'

const texts = fc.string({ unit: fc.constantFrom('a', 'é', '😀', '\n', '\r\n', ' '), maxLength: 30 })

function positionAt(text: string, offset: number) {
  const lines = text.slice(0, offset).split(/\r\n|\n/u)
  return { line: lines.length - 1, character: lines.at(-1)?.length ?? 0 }
}

/** Not between the two signs of one line end. */
const isPlace = (text: string, at: number) => !(text[at - 1] === '\r' && text[at] === '\n')

test('edits of places come to what is put in their place', () => {
  const cuts = fc.array(fc.tuple(fc.nat(30), fc.nat(30), fc.string({ maxLength: 3 })), {
    maxLength: 4,
  })
  fc.assert(
    fc.property(texts, cuts, (text, asked) => {
      let expected = text
      let before = text.length + 1
      const edits = asked
        .map(([a, b, put]) => ({ from: Math.min(a, b), to: Math.max(a, b), put }))
        .filter(({ from, to }) => to <= text.length && isPlace(text, from) && isPlace(text, to))
        .sort((a, b) => b.from - a.from)
        .filter(({ from, to }) => {
          const isApart = to < before
          if (isApart) before = from
          return isApart
        })
      for (const { from, to, put } of edits) {
        expected = expected.slice(0, from) + put + expected.slice(to)
      }
      const told = edits.map(({ from, to, put }) => {
        return { start: positionAt(text, from), end: positionAt(text, to), text: put }
      })
      expect(applyEdits(text, told)).toBe(expected)
    }),
  )
})

test('edits that overlap are refused, and places past the end are the end', () => {
  const at = (line: number, character: number) => ({ line, character })
  const edit = (from: number, to: number) => ({ start: at(0, from), end: at(0, to), text: 'x' })
  expect(() => applyEdits('abcdef', [edit(0, 3), edit(2, 4)])).toThrow(/do not go together/)
  expect(applyEdits('ab\ncd', [{ start: at(0, 99), end: at(0, 99), text: '!' }])).toBe('ab!\ncd')
  expect(applyEdits('ab', [{ start: at(9, 0), end: at(9, 9), text: '!' }])).toBe('ab!')
})

test('messages come through as they are, however they are cut', async () => {
  const messages = fc.array(fc.string({ maxLength: 40 }), { minLength: 1, maxLength: 5 })
  const runs = fc.asyncProperty(messages, fc.integer({ min: 1, max: 17 }), async (all, size) => {
    const framed = all.map((one) => `Content-Length: ${Buffer.byteLength(one)}\r\n\r\n${one}`)
    const whole = Buffer.from(framed.join(''))
    const stream = new BoundedMessages(100)
    const read = stream.toArray()
    for (let at = 0; at < whole.length; at += size) stream.write(whole.subarray(at, at + size))
    stream.end()
    expect(Buffer.concat(await read).equals(whole)).toBe(true)
  })
  await fc.assert(runs)
})
