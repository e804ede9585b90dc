import { expect, test } from 'vitest'
import { formatUntil } from './format-until.ts'

const now = new Date(2026, 10, 27, 12, 0, 0).getTime()

test.each([
  [new Date(2026, 10, 27, 15, 0, 0), '15:00'],
  [new Date(2026, 10, 27, 14, 59, 45), '15:00'],
  [new Date(2026, 10, 27, 15, 0, 12), '15:00'],
  [new Date(2026, 10, 27, 15, 0, 20), '15:01'],
  [new Date(2026, 10, 28, 3, 5, 0), '28 Nov, 03:05'],
  [new Date(2027, 0, 2, 3, 5, 0), '2 Jan 2027, 03:05'],
])(
  'formats the end of a wait to the minute, with the date where it isn’t today: %s',
  (at, text) => {
    expect(formatUntil(at.getTime(), now)).toBe(text)
  },
)
