import { expect, test } from 'vitest'
import { readWhen, tellTime } from './parse-period.ts'

const WEDNESDAY = Date.UTC(2026, 10, 18, 15, 30)
const MONDAY = Date.UTC(2026, 10, 23, 9)

test('a time is read as people say it', () => {
  const said = ['2026-11-01', '2026-11-01T10:00Z', 'yesterday', '3 days ago', '24h', 'a week ago']
  expect(said.map((text) => tellTime(readWhen(text, WEDNESDAY)))).toEqual([
    '2026-11-01 00:00',
    '2026-11-01 10:00',
    '2026-11-17 00:00',
    '2026-11-15 15:30',
    '2026-11-17 15:30',
    '2026-11-11 15:30',
  ])
})

test('unasked it is the last working day', () => {
  expect(tellTime(readWhen(undefined, WEDNESDAY))).toBe('2026-11-17 00:00')
  expect(tellTime(readWhen(undefined, MONDAY))).toBe('2026-11-20 00:00')
})

test('what is no time is refused with how to write one', () => {
  for (const text of ['soon', '2026-99-99', '--since=1']) {
    expect(() => readWhen(text, MONDAY)).toThrow('write it as 2026-11-20')
  }
})
