import { expect, test } from 'vitest'
import { tellFigure } from './figure-words.ts'

test('a difference is told in words and numbers, seen from the left run', () => {
  expect([
    tellFigure({ name: 'duration', left: 33_000, right: 45_000 }),
    tellFigure({ name: 'steps', left: 12, right: 9 }),
    tellFigure({ name: 'cost', left: 0.1, right: 0.06 }),
    tellFigure({ name: 'input-tokens', left: 1000, right: 129_000 }),
    tellFigure({ name: 'files', left: 2, right: 2 }),
    tellFigure({ name: 'cost', left: null, right: 1 }),
  ]).toEqual(['0:12 longer', '3 fewer', '$0.040 cheaper', '128k more', 'the same', 'not known'])
})

test('what looks the same is not said to differ', () => {
  expect(tellFigure({ name: 'duration', left: 33_000, right: 33_400 })).toBe('the same')
})
