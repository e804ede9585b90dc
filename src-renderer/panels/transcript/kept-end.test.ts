import { expect, test } from 'vitest'
import { follow, type Place, type Reading } from './kept-end.ts'

const end: Reading = { isAtEnd: true, place: { top: 700, whole: 1000, shown: 300 } }

const after = (...places: Place[]) => places.reduce(follow, end).isAtEnd

test('the end is left by going up, and by nothing that happens to the list', () => {
  expect({
    goingUp: after({ top: 600, whole: 1000, shown: 300 }),
    aLowerWindow: after({ top: 700, whole: 1000, shown: 200 }),
    moreBelow: after({ top: 700, whole: 1200, shown: 300 }),
    lessAbove: after({ top: 500, whole: 900, shown: 300 }),
    farAway: after({ top: 100, whole: 1100, shown: 300 }),
  }).toEqual({
    goingUp: false,
    aLowerWindow: true,
    moreBelow: true,
    lessAbove: true,
    farAway: false,
  })
})

test('whoever comes back to the end is at it again', () => {
  const up = { top: 500, whole: 1000, shown: 300 }
  expect([after(up), after(up, { top: 690, whole: 1000, shown: 300 })]).toEqual([false, true])
})
