import { expect, test } from 'vitest'
import type { Provider } from '#shared/contract/models.ts'
import { cheaperThan } from './cheaper-models.ts'

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
