import { expect, test } from 'vitest'
import { parseAmount } from './amount-input.tsx'

test('an amount is read as people write it, and nothing else is taken for one', () => {
  const written = ['400', ' 2,000 ', '$3.50', '.5', '', ' ', '-1', '1e3', 'ten', '1.2.3']
  expect(written.map(parseAmount)).toEqual([
    ...[400, 2000, 3.5, 0.5, null, null],
    ...[undefined, undefined, undefined, undefined],
  ])
})
