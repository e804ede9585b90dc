import { expect, test } from 'vitest'
import { KeptValues } from './memoized-iterable.ts'

test('each value is made once, when it is first asked for, whoever asks', () => {
  const made: number[] = []
  function* count() {
    for (const value of [1, 2, 3]) {
      made.push(value)
      yield value
    }
  }
  const kept = new KeptValues(count())
  const [first] = kept
  expect([first, made]).toEqual([1, [1]])
  expect([[...kept], [...kept], made]).toEqual([
    [1, 2, 3],
    [1, 2, 3],
    [1, 2, 3],
  ])
})
