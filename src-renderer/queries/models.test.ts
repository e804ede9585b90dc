import { expect, test } from 'vitest'
import type { Provider } from '#shared/contract/procedures/models.ts'
import { preselectModel } from './models.ts'

function provider(id: string, isReady: boolean): Provider {
  return {
    id,
    label: id,
    isScripted: id === 'demo',
    needsKey: id !== 'demo',
    needsBaseUrl: false,
    isReady,
    models: [
      { name: `${id}:first`, label: 'First' },
      { name: `${id}:second`, label: 'Second' },
    ],
  }
}

test('the only provider that is ready answers, the scripted agent only where no other is', () => {
  const demo = provider('demo', true)
  const found = [
    [provider('a', false), demo],
    [provider('a', true), demo],
    [provider('a', true), provider('b', false), demo],
    [provider('a', true), provider('b', true), demo],
    [],
  ].map(preselectModel)
  expect(found).toEqual(['demo:first', 'a:first', 'a:first', undefined, undefined])
})
