import { expect, test } from 'vitest'
import type { ApprovalType } from '#shared/events/approval.ts'
import { findAmount, readDollars } from './approval-amount.ts'
import type { CallArguments } from './parse-arguments.ts'

const found = (type: ApprovalType, json: CallArguments) => findAmount({ type, args: { json } })

test('a budget request asks for its one number in dollars; other requests ask for no amount', () => {
  const args = { scope: 'session', raise_to_usd: 1.5 }
  expect(found('budget', args)).toEqual({ name: 'raise_to_usd', usd: 1.5, args })
  const withModel = { ...args, go_on_with: 'acme:large' }
  expect(found('budget', withModel)).toMatchObject({
    model: { name: 'go_on_with', model: 'acme:large' },
  })
  expect([
    found('budget', { url: 'https://example.com', timeout: 30 }),
    found('budget', { raise_to_usd: 1, most_usd: 2 }),
    found('budget', { raise_to_usd: '1' }),
    found('call', args),
    findAmount({ type: 'budget', args: { ref: `sha256:${'0'.repeat(64)}` as never, bytes: 1 } }),
  ]).toEqual([undefined, undefined, undefined, undefined, undefined])
})

test('dollars are read as people write them', () => {
  expect(['$2', '1,200.50', ' .5 ', '0', '', '-1', 'two'].map(readDollars)).toEqual([
    ...[2, 1200.5, 0.5],
    ...[undefined, undefined, undefined, undefined],
  ])
})
