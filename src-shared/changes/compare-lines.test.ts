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

test('of a text that is rewritten here and there, what stayed is told', () => {
  const before = Array.from({ length: 3_000 }, (_, line) => (line % 3 === 0 ? '}' : `line ${line}`))
  const after = before.map((line, place) => (place % 5 === 1 ? `other ${place}` : line))
  const parts = compareLines(before, after)
  const count = (type: string) =>
    parts.reduce((sum, part) => sum + (part.type === type ? part.lines : 0), 0)
  expect(['same', 'removed', 'added'].map(count)).toEqual([2_400, 600, 600])
  let now = 0
  const kept = parts.flatMap(({ type, lines }) => {
    if (type === 'removed') return []
    now += lines
    return type === 'same' ? after.slice(now - lines, now) : []
  })
  expect(kept).toEqual(before.filter((_, place) => place % 5 !== 1))
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
