import { expect, test } from 'vitest'
import { Redactor } from '../secrets/redactor.ts'
import { embed } from './embed.ts'

function providersAnswering(usage: unknown) {
  return {
    reach: async () => ({ baseUrl: 'http://server.invalid/v1' }),
    fetch: async () => Response.json({ data: [{ index: 0, embedding: [1] }], usage }),
    secrets: new Redactor(),
    redact: (text: string) => text,
  }
}

test.each([
  ['prompt_tokens', { prompt_tokens: 7, total_tokens: 7 }, 7, false],
  ['a total alone', { total_tokens: 7 }, 7, false],
  ['digits in quotes', { prompt_tokens: '7' }, 7, false],
  ['zero', { prompt_tokens: 0 }, 3, true],
  ['nothing', undefined, 3, true],
  ['null', null, 3, true],
] as const)('usage of an embedding with %s', async (_name, usage, tokens, isEstimated) => {
  const model = { provider: 'compatible', model: 'embedder' }
  const asked = { model, texts: ['twelve chars'] }
  const embedded = await embed(providersAnswering(usage), asked, AbortSignal.timeout(10_000))
  expect(embedded).toMatchObject({ tokens, isEstimated })
})
