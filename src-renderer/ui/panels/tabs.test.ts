import fc from 'fast-check'
import { expect, test } from 'vitest'
import { placeAfter } from './tabs.tsx'

test('arrows lead to the neighbour and around the ends, Home and End to the ends', () => {
  const keys = ['ArrowRight', 'ArrowLeft', 'Home', 'End', 'a']
  expect(keys.map((key) => placeAfter(key, 2, 3))).toEqual([0, 1, 0, 2, undefined])
  expect(keys.map((key) => placeAfter(key, 0, 3))).toEqual([1, 2, 0, 2, undefined])
})

test('one arrow takes back what the other did, however many tabs there are', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 40 }), fc.nat(39), (count, place) => {
      const from = place % count
      const to = placeAfter('ArrowRight', from, count) ?? -1
      expect(placeAfter('ArrowLeft', to, count)).toBe(from)
    }),
  )
})
