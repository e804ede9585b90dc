import { expect, test } from 'vitest'
import { formatBytes } from './format.ts'

test('a size is what the window says it is', () => {
  const sizes = [812, 14_300, 744_100, 999_700, 2_400_000, 3_210_000_000].map(formatBytes)
  expect(sizes).toEqual(['812 B', '14 kB', '744 kB', '1 MB', '2.4 MB', '3.2 GB'])
})
