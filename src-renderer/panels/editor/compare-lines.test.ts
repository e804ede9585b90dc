import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareLines, toLines } from './compare-lines.ts'

const text = fc.array(fc.constantFrom('a', 'b', 'c', ''), { maxLength: 30 })

test('a comparison has every line of both texts once, and what it calls the same is', () => {
  fc.assert(
    fc.property(text, text, (before, after) => {
      let [old, now] = [0, 0]
      for (const { type, lines } of compareLines(before, after)) {
        if (type === 'same')
          expect(after.slice(now, now + lines)).toEqual(before.slice(old, old + lines))
        if (type !== 'added') old += lines
        if (type !== 'removed') now += lines
      }
      expect([old, now]).toEqual([before.length, after.length])
    }),
  )
})

test('of texts that have little in common, what lies between their ends counts as replaced', () => {
  const lines = (name: string) => Array.from({ length: 5_000 }, (_, index) => `${name} ${index}`)
  expect(compareLines(['x', ...lines('a'), 'y'], ['x', ...lines('b'), 'y'])).toEqual([
    { type: 'same', lines: 1 },
    { type: 'removed', lines: 5_000 },
    { type: 'added', lines: 5_000 },
    { type: 'same', lines: 1 },
  ])
})

test('lines are those the editor counts', () => {
  expect([toLines('a\r\nb\n').length, toLines('').length]).toEqual([3, 1])
})
