import { expect, test } from 'vitest'
import type { Provider } from '#shared/contract/procedures/models.ts'
import { modelChoices, unchosenLabel } from './models-section.tsx'

function provider(id: string, isReady: boolean): Provider {
  return {
    id,
    label: id.toUpperCase(),
    isScripted: id === 'demo',
    needsKey: id !== 'demo',
    needsBaseUrl: false,
    isReady,
    models: [{ name: `${id}:m`, label: `Model ${id}` }],
  }
}

test('what happens without a choice is said as it is', () => {
  const demo = provider('demo', true)
  const said = [
    [provider('a', false), provider('b', false), demo],
    [provider('a', true), provider('b', false), demo],
    [provider('a', true), provider('b', true), demo],
  ].map(unchosenLabel)
  expect(said).toEqual([
    'The scripted demo agent, until a key is added',
    'Model a: only A is ready',
    'None: choose in each session',
  ])
})

test('a choice that is not ready any more is still shown as the choice', () => {
  const providers = [provider('a', false), provider('demo', true)]
  expect(modelChoices(providers, 'a:m').map(({ label }) => label)).toEqual(['DEMO', 'Not ready'])
  expect(modelChoices(providers, 'demo:m').map(({ label }) => label)).toEqual(['DEMO'])
})
