import { expect, test } from 'vitest'
import { explainFailure } from './failures.ts'

const providers = { redact: (text: string) => text, labelOf: () => 'Ollama' }

function explain(code: string, baseUrl?: string): string {
  const model = { provider: 'ollama', model: 'qwen3', ...(baseUrl && { baseUrl }) }
  const error = new Error('Connection error.', { cause: Object.assign(new Error(code), { code }) })
  return explainFailure(error, { model, providers }).message
}

test.each([
  ['ECONNREFUSED', 'Nothing answers at http://127.0.0.1:1/v1. Start the server,'],
  ['ENOTFOUND', "Ollama can't be found at http://127.0.0.1:1/v1. Check the network"],
])('a server that is not there is named by its address: %s', (code, told) => {
  expect(explain(code, 'http://127.0.0.1:1/v1')).toContain(told)
})

test('where no address was chosen, by its name', () => {
  expect(explain('ECONNREFUSED')).toContain('Nothing answers at the address of Ollama.')
})

test.each([
  [400, 'registry.ollama.ai/library/tiny:1b does not support tools'],
  [404, 'No endpoints found that support tool use.'],
  [400, 'Function calling is not supported by this model'],
])('a model that can’t call tools is told from a request that is wrong: %s %s', (status, said) => {
  const model = { provider: 'ollama', model: 'tiny:1b' }
  const error = Object.assign(new Error(said), { status })
  expect(explainFailure(error, { model, providers })).toMatchObject({
    fault: 'no-tools',
    isTransient: false,
    message: "tiny:1b can't call tools, and agents work by them. Choose another model.",
  })
})
