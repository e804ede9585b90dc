import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packList, packRecord, unpackInto } from './packed-columns.ts'

const field = fc.constantFrom('id', 'seq', 'title', 'at', 'deep')
const value = fc.oneof(
  fc.integer(),
  fc.maxSafeInteger(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom('a', 'b', 'c'),
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.constant(undefined),
  fc.record({ nested: fc.array(fc.integer()) }),
)
const entity = fc.dictionary(field, value)

function asSent<T>(packed: T): T {
  return JSON.parse(JSON.stringify(packed))
}

test('any record comes back as it would have come unpacked, key by key', () => {
  const records = fc.array(fc.tuple(fc.string({ unit: 'grapheme-ascii' }), entity), {
    maxLength: 60,
  })
  fc.assert(
    fc.property(records, (drawn) => {
      const record = Object.fromEntries(drawn.filter(([key]) => key !== '__proto__'))
      const unpacked = {}
      unpackInto(unpacked, asSent(packRecord(Object.entries(record))))
      expect(JSON.stringify(unpacked)).toBe(JSON.stringify(record))
    }),
  )
})

test('any list comes back as it would have come unpacked', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof({ weight: 9, arbitrary: entity }, fc.string())), (list) => {
      const unpacked: unknown[] = []
      unpackInto(unpacked, asSent(packList(Object.entries(list))))
      expect(JSON.stringify(unpacked)).toBe(JSON.stringify(list))
    }),
  )
})

test('entities that are alike weigh less than half of what they do unpacked', () => {
  const entries = Array.from({ length: 500 }, (_, index) => {
    const id = `spn_${index}`
    return [id, { id, type: 'tool', title: `Read file ${index % 20}`, seq: index * 7 }] as const
  })
  const whole = JSON.stringify(Object.fromEntries(entries)).length
  expect(JSON.stringify(packRecord(entries)).length).toBeLessThan(whole / 2)
})
