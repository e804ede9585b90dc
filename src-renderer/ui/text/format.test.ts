import { expect, test } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatCost,
  formatDuration,
  formatElapsed,
  formatLatency,
  formatPath,
  formatPriced,
  formatSoFar,
  formatTokens,
  formatUsd,
} from './format.ts'

test('durations are minutes and seconds, with hours and days where there are any', () => {
  const times = [0, -5, 0.4, 999.9, 1000, 48_000, 725_400, 3_725_000, 86_400_000, 93_659_000]
  expect(times.map(formatDuration)).toEqual([
    '0:00',
    '0:00',
    '0 ms',
    '999 ms',
    '0:01',
    '0:48',
    '12:05',
    '1:02:05',
    '1 d',
    '1 d 2 h',
  ])
})

test('how long a call took has tenths of a second, up to a minute', () => {
  const times = [0, 820, 999.9, 1000, 1680, 59_990, 65_000]
  expect(times.map(formatLatency)).toEqual([
    ...['0:00', '820 ms', '999 ms', '1.0 s', '1.6 s', '59.9 s', '1:05'],
  ])
})

test('what goes on is counted by the second', () => {
  expect([0, 340, 1999, 61_500].map(formatSoFar)).toEqual(['0:00', '0:00', '0:01', '1:01'])
})

test.each([
  [67_000, 1000, '1:07'],
  [3_729_000, 1000, '1:02:09'],
  [1_500, 100, '0:01.5'],
  [61_250, 10, '1:01.25'],
])('a place %i ms after the beginning is written %s', (ms, stepMs, text) => {
  expect(formatElapsed(ms, stepMs)).toBe(text)
})

test('money has three places under a dollar and two above, and no price is not zero', () => {
  expect([0, 0.0001, 0.0614, 12.4, 1234.5, null].map(formatUsd)).toEqual([
    '$0.00',
    '<$0.001',
    '$0.061',
    '$12.40',
    '$1,234.50',
    'unpriced',
  ])
})

test('a sum says that some of it has no price', () => {
  expect([formatPriced(0, 0), formatPriced(0, 2), formatPriced(0.5, 2)]).toEqual([
    '$0.00',
    'unpriced',
    '$0.500',
  ])
  expect([formatCost(0.5, 0), formatCost(0.5, 2), formatCost(0, 2), formatCost(0, 0)]).toEqual([
    '$0.500',
    '$0.500 + unpriced',
    'unpriced',
    '$0.00',
  ])
})

test('tokens are shortened, never to a figure longer than four characters', () => {
  expect([0, 812, 1200, 9940, 9960, 128_400, 999_600, 2_449_000].map(formatTokens)).toEqual([
    '0',
    '812',
    '1.2k',
    '9.9k',
    '10k',
    '128k',
    '1M',
    '2.4M',
  ])
})

test('sizes', () => {
  const sizes = [812, 14_300, 744_100, 999_700, 2_400_000, 3_210_000_000].map(formatBytes)
  expect(sizes).toEqual(['812 B', '14 kB', '744 kB', '1 MB', '2.4 MB', '3.2 GB'])
})

test('times in lists grow coarser with age', () => {
  const now = new Date(2026, 10, 21, 14).getTime()
  const minutes = [0, 12, 200, 1500, 24_480, 800_000]
  expect(minutes.map((ago) => formatAgo(now - ago * 60_000, now))).toEqual([
    'now',
    '12 min',
    '3 h',
    'yesterday',
    '4 Nov',
    '15 May 2025',
  ])
})

test('paths lose the root that says nothing', () => {
  expect([
    formatPath('/workspace/src/a.ts'),
    formatPath('/docs/overview.md'),
    formatPath('/home/ada/code', '/home/ada'),
    formatPath('/home/adam', '/home/ada'),
  ]).toEqual(['src/a.ts', '/docs/overview.md', '~/code', '/home/adam'])
})
