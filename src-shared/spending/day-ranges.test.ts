import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  cutRange,
  dayOf,
  describeStretch,
  fittingStep,
  forecast,
  lastDays,
  nameStretch,
  type Step,
  since,
  usualStep,
} from './day-ranges.ts'
import { QUARTER_MS } from './spent.ts'

const noon = new Date(2026, 10, 22, 12).getTime()
const startOfDay = (day: number, month = 10) => new Date(2026, month, day).getTime()

test('the last days end with today', () => {
  expect(lastDays(7, noon)).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  expect(since('month', noon)).toEqual({ from: '2026-11-01', to: '2026-11-22' })
  expect(since('year', noon)).toEqual({ from: '2026-01-01', to: '2026-11-22' })
})

test('a range is cut where days, weeks and months begin', () => {
  const range = { from: '2026-10-30', to: '2026-11-10' }
  expect(cutRange(range, 'day').edges).toHaveLength(13)
  expect(cutRange(range, 'week').edges).toEqual([
    startOfDay(30, 9),
    startOfDay(2),
    startOfDay(9),
    startOfDay(11),
  ])
  expect(cutRange(range, 'month').edges).toEqual([startOfDay(30, 9), startOfDay(1), startOfDay(11)])
})

test.each([
  ['2026-11-16', 'day', 'day'],
  ['2020-01-01', 'day', 'week'],
  ['1990-01-01', 'day', 'month'],
  ['2026-11-22', 'hour', 'hour'],
] as const)('from %s, by %s is by %s', (from, wished, step) => {
  expect(fittingStep({ from, to: '2026-11-22' }, wished)).toBe(step)
})

test('a stretch is named by when it begins', () => {
  const range = { from: '2026-11-16', to: '2026-11-22' }
  const told = (step: Step) => {
    const stretches = cutRange(range, step)
    return [nameStretch(stretches, 0), describeStretch(stretches, 0)]
  }
  expect(told('hour')).toEqual(['0:00', '16 Nov 2026, 0:00'])
  expect(told('day')).toEqual(['16 Nov', '16 Nov 2026'])
  expect(told('week')).toEqual(['16 Nov', 'week from 16 Nov 2026'])
  expect(told('month')).toEqual(['Nov 2026', 'Nov 2026'])
})

test('however a range is cut, its stretches follow on each other and hold all of it', () => {
  const day = fc.integer({ min: 0, max: 4_000 }).map((days) => dayOf(noon - days * 86_400_000))
  fc.assert(
    fc.property(day, day, fc.constantFrom<Step>('day', 'week', 'month'), (one, other, step) => {
      const [from = one, to = other] = [one, other].toSorted()
      const { edges } = cutRange({ from, to }, step)
      expect(dayOf(edges[0] ?? 0)).toBe(from)
      expect(dayOf((edges.at(-1) ?? 0) - 1)).toBe(to)
      expect(edges).toEqual([...new Set(edges)].toSorted((a, b) => a - b))
      expect(edges.every((edge) => edge % QUARTER_MS === 0)).toBe(true)
      expect(cutRange({ from, to }, usualStep({ from, to })).edges.length).toBeLessThan(140)
    }),
  )
})

test.each([
  [250, 40],
  [1_000, 10],
  [2_000, 10],
  [0, 10],
])('after %d of 1,000 ms, 10 dollars come to %d', (now, told) => {
  expect(forecast({ startsAt: 0, endsAt: 1_000, costUsd: 10 }, now)).toBe(told)
})
