import { AIMessage, HumanMessage, ToolMessage } from '@langchain/core/messages'
import { expect, test } from 'vitest'
import { AppError } from '#shared/lib/app-error.ts'
import { Settings } from '#shared/settings/settings.ts'
import { fixedSecrets } from '../../../../test/support/fixed-secrets.ts'
import { type Reply, startModelServer } from '../../../../test/support/model-server.ts'
import { toBaseUrl } from '../definitions/ollama.ts'
import { Providers, type ProvidersOptions } from './providers.ts'

function open(options: Partial<ProvidersOptions> = {}): Providers {
  return new Providers({
    secrets: fixedSecrets(),
    readSettings: () => Settings.parse({}),
    env: {},
    ...options,
  })
}

test('what is kept is read once for all providers', async () => {
  let readings = 0
  const find = async (): Promise<string | undefined> => {
    readings += 1
    return undefined
  }
  const readOnce = () => {
    readings += 1
    return { find: async () => 'stored' }
  }
  const providers = open({ secrets: { find, readOnce } })
  const listed = await providers.list()
  expect(listed.filter(({ needsKey, keySource }) => needsKey && !keySource)).toEqual([])
  expect(readings).toBe(1)
  await providers.learnSecrets()
  expect(readings).toBe(2)
})

test('a key is taken from the environment first, then from the secret store', async () => {
  const keys = async (options: Partial<ProvidersOptions>) => {
    const [anthropic] = await open(options).list()
    return [anthropic?.isReady, anthropic?.keySource]
  }
  const find = async (name: string) => (name === 'anthropic' ? 'stored' : undefined)
  const secrets = fixedSecrets(find)
  const env = { ANTHROPIC_API_KEY: 'from the environment' }
  expect(await keys({})).toEqual([false, undefined])
  expect(await keys({ secrets })).toEqual([true, 'Orrery’s own store'])
  expect(await keys({ secrets, env })).toEqual([true, 'ANTHROPIC_API_KEY in the environment'])
})

test('a stored key that can’t be read any more is none, until it is needed', async () => {
  const unreadable = new AppError('unavailable', 'Enter it again.')
  const find = async (name: string) => {
    if (name === 'anthropic') throw unreadable
    return name === 'openai' ? 'stored' : undefined
  }
  const providers = open({ secrets: fixedSecrets(find) })
  const described = (await providers.list()).filter(({ needsKey }) => needsKey)
  expect(described.map(({ id, isReady, keySource }) => [id, isReady, keySource])).toContainEqual([
    'anthropic',
    false,
    undefined,
  ])
  expect(described.filter(({ isReady }) => isReady)).toMatchObject([
    { id: 'openai', keySource: 'Orrery’s own store' },
  ])
  expect((await providers.defaultModel())?.provider).toBe('openai')
  const ref = { provider: 'anthropic', model: 'x' }
  await expect(providers.checkReady(ref)).rejects.toBe(unreadable)
})

test('a model is found by name, or it is said what there is', async () => {
  const providers = open()
  expect(providers.findModel('anthropic:any-model')).toEqual({
    provider: 'anthropic',
    model: 'any-model',
  })
  expect(() => providers.findModel('gpt')).toThrow('PROVIDER:MODEL')
  expect(() => providers.findModel('nobody:x')).toThrow('anthropic, openai, google, groq')
  expect(() => providers.findModel('demo:x')).toThrow('demo:scripted')
  await expect(providers.checkReady({ provider: 'openai', model: 'x' })).rejects.toThrow(
    'Set OPENAI_API_KEY',
  )
  await expect(providers.checkReady({ provider: 'compatible', model: 'x' })).rejects.toThrow(
    'needs a base address',
  )
})

test('a model is reached at the address it is named with, else at its provider’s', async () => {
  await using server = await startModelServer(() => ({ text: 'Here.' }))
  const providers = open({ env: { ORRERY_COMPATIBLE_BASE_URL: 'http://localhost:1' } })
  const ref = providers.findModel('compatible:any', server.url)
  expect(ref).toEqual({ provider: 'compatible', model: 'any', baseUrl: server.url })
  const answer = await (await providers.create(ref)).stream('Where are you?')
  for await (const { text } of answer) expect('Here.').toContain(text)
  expect(server.requests).toHaveLength(1)
  await expect(providers.getServedModel('http://localhost:1')).rejects.toThrow('names no models')
})

test('the only provider that is ready gives the model where nobody chose one', async () => {
  const anthropic = { ANTHROPIC_API_KEY: 'k' }
  expect(await open().defaultModel()).toBeUndefined()
  expect((await open({ env: anthropic }).defaultModel())?.provider).toBe('anthropic')
  const both = { ...anthropic, OPENAI_API_KEY: 'k' }
  expect(await open({ env: both }).defaultModel()).toBeUndefined()
})

test('prices come from the list; scripted is free, unknown is unknown', async () => {
  const providers = open()
  const price = (provider: string, model: string, tokens?: number) =>
    providers.priceOf({ provider, model }, tokens)
  expect(await price('anthropic', 'claude-haiku-4-5')).toMatchObject({ inputUsd: 1, outputUsd: 5 })
  expect(await price('demo', 'scripted')).toMatchObject({ inputUsd: 0, outputUsd: 0 })
  expect(await price('openai', 'made-up')).toBeUndefined()
  expect(await price('compatible', 'gpt-5.1')).toBeUndefined()
  const short = await price('openai', 'gpt-5.6', 1000)
  const long = await price('openai', 'gpt-5.6', 300_000)
  expect(long?.inputUsd).toBeGreaterThan(short?.inputUsd ?? 0)
})

test('Ollama is found by itself where it answers, with its models, at no cost', async () => {
  const models = ['qwen3:8b', 'llama3.2']
  await using server = await startModelServer(() => ({}), { models })
  const env = { OLLAMA_HOST: server.origin.replace('http://', '') }
  const found = (await open({ env }).list()).find(({ id }) => id === 'ollama')
  const price = { inputUsd: 0, outputUsd: 0, source: 'local' }
  expect(found).toMatchObject({ isReady: true, baseUrl: server.origin })
  expect(found?.models).toEqual([
    { name: 'ollama:qwen3:8b', label: 'qwen3:8b', price },
    { name: 'ollama:llama3.2', label: 'llama3.2', price },
  ])
  expect((await open({ env }).defaultModel())?.model).toBe('qwen3:8b')
  const both = { ...env, ANTHROPIC_API_KEY: 'k' }
  expect((await open({ env: both }).defaultModel())?.provider).toBe('anthropic')
  const off = { OLLAMA_HOST: '0.0.0.0:1' }
  const missing = (await open({ env: off }).list()).find(({ id }) => id === 'ollama')
  expect(missing).toMatchObject({ isReady: false, baseUrl: 'http://127.0.0.1:1', models: [] })
})

test.each([
  ['localhost', 'http://localhost:11434'],
  ['http://10.0.0.2:80/', 'http://10.0.0.2'],
  ['0.0.0.0', 'http://127.0.0.1:11434'],
  ['https://ollama.example', 'https://ollama.example'],
])('OLLAMA_HOST=%s is reached at %s', (found, baseUrl) => {
  expect(toBaseUrl(found)).toBe(baseUrl)
})

test('Ollama is told how much it must take in, and one cancelled request leaves the others', async () => {
  const script = (): Reply => ({ text: 'one two three four five six', wordDelayMs: 30 })
  await using server = await startModelServer(script, { contextTokens: 8192 })
  const baseUrls = { ollama: server.origin }
  const providers = open({ readSettings: () => ({ ...Settings.parse({}), baseUrls }) })
  const model = await providers.create({ provider: 'ollama', model: 'qwen3:8b' })
  expect(model.profile.maxInputTokens).toBe(8192)
  const controller = new AbortController()
  const collect = async (signal?: AbortSignal) => {
    let said = ''
    for await (const { text } of await model.stream('hi', signal ? { signal } : {})) {
      said += text
      if (signal) controller.abort()
    }
    return said
  }
  const [cancelled, whole] = await Promise.allSettled([collect(controller.signal), collect()])
  expect(cancelled.status).toBe('rejected')
  expect(whole).toEqual({ status: 'fulfilled', value: 'one two three four five six' })
  expect(server.aborted).toBe(1)
  expect(server.requests[0]?.body['options']).toMatchObject({ num_ctx: 8192 })
})

test('what a model takes in is known to the agent: from a person, a package, or its client', async () => {
  const models = { 'openai:gpt-5.4-mini': { contextTokens: 12_345 } }
  const env = { OPENAI_API_KEY: 'k', GROQ_API_KEY: 'k' }
  const providers = open({ env, readSettings: () => Settings.parse({ models }) })
  const tokens = async (provider: string, model: string) =>
    (await providers.create({ provider, model })).profile.maxInputTokens
  expect(await tokens('openai', 'gpt-5.4-mini')).toBe(12_345)
  expect(await tokens('groq', 'openai/gpt-oss-120b')).toBe(131_072)
  expect(await tokens('openai', 'gpt-4o')).toBe(128_000)
  expect(await tokens('openai', 'made-up')).toBeUndefined()
})

test('every model that is offered has a price and a size; a listing holds nothing up', async () => {
  // The second host finds all modules loaded, and what is known of models not.
  await open().list()
  const before = process.threadCpuUsage()
  const listed = await open().list()
  const { user, system } = process.threadCpuUsage(before)
  const offered = listed.flatMap(({ models }) => models)
  expect(offered.length).toBeGreaterThan(20)
  expect(offered.filter(({ price, contextTokens }) => !price || !contextTokens)).toEqual([])
  expect((user + system) / 1000).toBeLessThan(50)
})

test('what was thought before a call is told again to those who want it', async () => {
  await using server = await startModelServer(() => ({ text: 'So.' }))
  const baseUrls = { deepseek: server.url, groq: server.url }
  const readSettings = () => ({ ...Settings.parse({}), baseUrls })
  const providers = open({ readSettings, secrets: fixedSecrets(async () => 'k') })
  const asked = async (provider: string) => {
    const model = await providers.create({ provider, model: 'm' })
    const thought = { reasoning_content: 'Look first.' }
    const calls = [{ id: 'c1', name: 'ls', args: {} }]
    const said = new AIMessage({ content: '', tool_calls: calls, additional_kwargs: thought })
    const result = new ToolMessage({ content: 'a.txt', tool_call_id: 'c1' })
    const answer = await model.stream([new HumanMessage('go'), said, result])
    for await (const { text } of answer) expect(text).toBeTypeOf('string')
    return JSON.stringify(server.requests.at(-1)?.body['messages'])
  }
  expect(await asked('deepseek')).toContain('"reasoning_content":"Look first."')
  expect(await asked('groq')).not.toContain('Look first.')
})

test('a server that is off has no models and holds nothing up', async () => {
  await using server = await startModelServer(() => ({}))
  const baseUrls = { compatible: server.url }
  const readSettings = () => ({ ...Settings.parse({}), baseUrls })
  const compatible = (await open({ readSettings }).list()).find(({ id }) => id === 'compatible')
  expect(compatible).toMatchObject({ isReady: true, baseUrl: server.url, models: [] })
})

const PAGE = '<html><title>Access denied</title></html>'

test.each([200, 403])('a page with status %s is no word on a key', async (status) => {
  const raw = { status, body: PAGE, contentType: 'text/html' }
  await using server = await startModelServer(() => ({ text: '' }), { listing: raw })
  const env = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.origin }
  expect(await open({ env }).check('anthropic')).toMatchObject({ status: 'unreachable' })
})

test('a list of models that hangs within its body ends with a sentence', async () => {
  const raw = { body: '{"data":[', contentType: 'application/json', staysOpen: true } as const
  await using server = await startModelServer(() => ({ text: '' }), { listing: raw })
  const env = { ANTHROPIC_API_KEY: 'key', ANTHROPIC_BASE_URL: server.origin }
  expect(await open({ env }).check('anthropic')).toEqual({
    status: 'unreachable',
    message:
      "Can't reach Anthropic: no response within 5 s. Check your network, proxy and base address.",
  })
})
