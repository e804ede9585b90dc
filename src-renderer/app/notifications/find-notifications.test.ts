import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { findNews } from './find-notifications.ts'

const running = {
  id: SessionId.parse('ses_a'),
  title: 'Mend the list',
  projectName: 'shop',
  isRunning: true,
  isPaused: false,
  waiting: 0,
  runs: 2,
}
const tell = (before: typeof running, after: Parameters<typeof findNews>[1][number]) =>
  findNews([before], [after]).map(({ type, text }) => [type, text])

test('a session that begins to wait, and a run that ends, are told of', () => {
  expect(tell(running, { ...running, waiting: 1 })).toEqual([
    ['waits', 'A call waits for you in shop.'],
  ])
  expect(tell({ ...running, waiting: 1 }, { ...running, waiting: 2 })).toEqual([
    ['waits', '2 calls wait for you in shop.'],
  ])
  const outcomes = (['ok', 'error', 'stopped'] as const).map((lastOutcome) =>
    tell(running, { ...running, isRunning: false, lastOutcome }),
  )
  expect(outcomes.flat().map(([, text]) => text)).toEqual([
    'Its run is done in shop.',
    'Its run failed in shop.',
    'Its run was stopped in shop.',
  ])
})

test('what stays as it was, is new, answered or paused is not', () => {
  const idle = { ...running, isRunning: false }
  expect(tell(running, running)).toEqual([])
  expect(tell({ ...running, waiting: 2 }, { ...running, waiting: 1 })).toEqual([])
  expect(tell(running, { ...idle, isPaused: true, lastOutcome: 'stopped' })).toEqual([])
  expect(findNews([], [{ ...running, waiting: 3 }])).toEqual([])
})

test('everyone who hears of the same calls it the same', () => {
  const keys = [1, 2].map(() => findNews([running], [{ ...running, waiting: 1 }])[0]?.key)
  expect(keys[0]).toBe(keys[1])
})
