import { expect, test } from 'vitest'
import type { Provider } from '#shared/contract/procedures/models.ts'
import { readiness } from './models.ts'

const provider: Provider = {
  id: 'openai',
  label: 'OpenAI',
  isScripted: false,
  needsKey: true,
  needsBaseUrl: false,
  keySource: 'OPENAI_API_KEY in the environment',
  isReady: true,
  models: [],
}

test('only a key that the provider took is called ready', () => {
  const said = [
    provider,
    { ...provider, isUntried: true },
    { ...provider, isRefused: true },
  ] as const
  expect(said.map(readiness)).toEqual([
    'ready, key from OPENAI_API_KEY in the environment',
    'not tried yet, key from OPENAI_API_KEY in the environment',
    'key refused, key from OPENAI_API_KEY in the environment',
  ])
})
