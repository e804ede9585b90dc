import { expect, test } from 'vitest'
import {
  formatAgo,
  formatBytes,
  formatCost,
  formatDuration,
  formatPath,
  formatSpell,
  formatTokens,
  formatUsd,
} from './format.ts'

test('durations are minutes and seconds, and hours where there are any', () => {
  expect([0, 999, 48_000, 725_400, 3_725_000, -5].map(formatDuration)).toEqual([
    '0:00',
    '0:00',
    '0:48',
    '12:05',
    '1:02:05',
    '0:00',
  ])
})

test('a stretch of time is told by its two largest units', () => {
  const times = [0, 45_900, 60_000, 130_000, 3_600_000, 11_100_000, 93_600_000 + 59_000]
  expect(times.map(formatSpell)).toEqual([
    '0 s',
    '45 s',
    '1 min',
    '2 min 10 s',
    '1 h',
    '3 h 5 min',
    '1 d 2 h',
  ])
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
