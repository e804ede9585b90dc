import { expect, test } from 'vitest'
import type { Provider } from '#shared/contract/procedures/models.ts'
import type { ApprovalType } from '#shared/events/approval.ts'
import type { CallArguments } from '../calls/call-arguments.ts'
import { cheaperThan, findAmount, readDollars } from './amount-form.tsx'

function model(name: string, inputUsd?: number) {
  const price = { inputUsd: inputUsd ?? 0, outputUsd: 1, source: 'a test' }
  return { name, label: name, ...(inputUsd !== undefined && { price }) }
}

function provider(id: string, rest: Partial<Provider>): Provider {
  const needs = { needsKey: true, needsBaseUrl: false, isScripted: false, isReady: true }
  return { id, label: id, ...needs, models: [], ...rest }
}

const providers = [
  provider('a', { models: [model('a:large', 5), model('a:small', 1), model('a:unpriced')] }),
  provider('b', { models: [model('b:large', 9), model('b:small', 2)] }),
  provider('c', { isReady: false, models: [model('c:small', 1)] }),
  provider('demo', { isScripted: true, models: [model('demo:scripted', 0)] }),
]

const names = (of: string) =>
  cheaperThan(of, providers).flatMap(({ models }) => models.map(({ name }) => name))

test('what is cheaper has a price, is ready, and costs less', () => {
  expect([names('a:large'), names('a:small'), names('x:unknown')]).toEqual([
    ['a:small', 'b:small'],
    [],
    ['a:large', 'a:small', 'b:large', 'b:small'],
  ])
})

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
