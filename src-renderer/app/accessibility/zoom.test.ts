import { expect, test } from 'vitest'
import { sizeBeside } from './zoom.ts'

test('sizes go step by step, and stay at their ends', () => {
  const sizes = [sizeBeside(1, 1), sizeBeside(1, -1), sizeBeside(3, 1), sizeBeside(0.5, -1)]
  expect(sizes).toEqual([1.1, 0.9, 3, 0.5])
})
