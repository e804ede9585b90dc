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
    message: "tiny:1b can't call tools, which agents need. Choose another model.",
  })
})

test.each([
  [
    407,
    'The proxy in front of Ollama requires a sign-in (407). Add a user name and password to the proxy address.',
  ],
  [
    403,
    'The proxy in front of Ollama refused the connection (403). Check your network, proxy and base address.',
  ],
])('a proxy that opens no tunnel is named with its status %s', (status, message) => {
  const cause = new Error(`Proxy response (${status}) !== 200 when HTTP Tunneling`)
  const error = new TypeError('fetch failed', { cause })
  const model = { provider: 'ollama', model: 'tiny:1b' }
  expect(explainFailure(error, { model, providers })).toMatchObject({
    fault: 'intercepted',
    isTransient: false,
    message,
  })
})

test('no message has an address of LangChain', () => {
  const error = new Error(
    'Tool results are missing.\n\nTroubleshooting URL: https://docs.langchain.com/errors/INVALID_TOOL_RESULTS/\n',
  )
  const model = { provider: 'ollama', model: 'tiny:1b' }
  const { message } = explainFailure(error, { model, providers })
  expect(message).toBe('The model call failed: Tool results are missing.')
})
