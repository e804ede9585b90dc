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
