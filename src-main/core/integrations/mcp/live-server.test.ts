import { expect, test } from 'vitest'
import { tellSometimes } from './live-server.ts'

test('progress is told in a line, and once in a while', () => {
  const told: string[] = []
  let now = 0
  const tell = tellSometimes(
    (message) => told.push(message),
    () => now,
  )
  for (; now < 3000; now += 100) tell(`at ${now}\n of 3000`)
  tell('x'.repeat(10_000))
  expect(told).toEqual([
    'at 0 of 3000',
    'at 1000 of 3000',
    'at 2000 of 3000',
    `${'x'.repeat(200)}…`,
  ])
})
