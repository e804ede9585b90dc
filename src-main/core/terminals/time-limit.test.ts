import { expect, test } from 'vitest'
import { HandTimer } from '../../../test/support/time-limit-fixture.ts'
import { TimeLimit } from './time-limit.ts'

test('a limit is over when its time has passed, not counting when it was paused', () => {
  const timer = new HandTimer()
  let isOver = false
  using limit = new TimeLimit(timer, 100, () => (isOver = true))
  timer.pass(60)
  limit.pause()
  timer.pass(1000)
  limit.resume()
  timer.pass(39)
  expect(isOver).toBe(false)
  timer.pass(1)
  expect(isOver).toBe(true)
})

test('a limit that was let go of is never over', () => {
  const timer = new HandTimer()
  let isOver = false
  new TimeLimit(timer, 100, () => (isOver = true))[Symbol.dispose]()
  timer.pass(1000)
  expect(isOver).toBe(false)
})
