import { expect, test } from 'vitest'
import type { Effect } from '#shared/events/value.ts'
import { findAmount, readDollars } from './approval-amount.ts'
import type { CallArguments } from './parse-arguments.ts'

const found = (effect: Effect, json: CallArguments) => findAmount({ effect, args: { json } })

test('a question about money is told by its one number, which is in dollars', () => {
  const args = { scope: 'session', raise_to_usd: 1.5 }
  expect(found('fetch', args)).toEqual({ name: 'raise_to_usd', usd: 1.5, args })
  const withModel = { ...args, go_on_with: 'acme:large' }
  expect(found('fetch', withModel)).toMatchObject({
    model: { name: 'go_on_with', model: 'acme:large' },
  })
  expect([
    found('fetch', { url: 'https://example.com', timeout: 30 }),
    found('fetch', { raise_to_usd: 1, most_usd: 2 }),
    found('fetch', { raise_to_usd: '1' }),
    found('execute', args),
    findAmount({ effect: 'fetch', args: { ref: `sha256:${'0'.repeat(64)}` as never, bytes: 1 } }),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('dollars are read as people write them', () => {
  expect(['$2', '1,200.50', ' .5 ', '0', '', '-1', 'two'].map(readDollars)).toEqual([
    ...[2, 1200.5, 0.5],
    ...[undefined, undefined, undefined, undefined],
  ])
})
