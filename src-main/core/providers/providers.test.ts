import { expect, test } from 'vitest'
import { AppError } from '#shared/error.ts'
import { Settings } from '#shared/settings.ts'
import { startModelServer } from '../../../test/support/model-server.ts'
import { Providers, type ProvidersOptions } from './providers.ts'

function open(options: Partial<ProvidersOptions> = {}): Providers {
  return new Providers({
    secrets: { find: async () => undefined },
    readSettings: () => Settings.parse({}),
    env: {},
    ...options,
  })
}

test('a key is taken from the environment first, then from the secret store', async () => {
  const keys = async (options: Partial<ProvidersOptions>) => {
    const [anthropic] = await open(options).list()
    return [anthropic?.isReady, anthropic?.keySource]
  }
  const find = async (name: string) => (name === 'anthropic' ? 'stored' : undefined)
  const secrets = { find }
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
  const providers = open({ secrets: { find } })
  const described = (await providers.list()).filter(({ needsKey }) => needsKey)
  expect(described.map(({ id, isReady, keySource }) => [id, isReady, keySource])).toEqual([
    ['anthropic', false, undefined],
    ['openai', true, 'Orrery’s own store'],
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
  expect(() => providers.findModel('nobody:x')).toThrow('anthropic, openai, compatible, demo')
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

test('a server that is off has no models and holds nothing up', async () => {
  await using server = await startModelServer(() => ({}))
  const baseUrls = { compatible: server.url }
  const readSettings = () => ({ ...Settings.parse({}), baseUrls })
  const compatible = (await open({ readSettings }).list()).find(({ id }) => id === 'compatible')
  expect(compatible).toMatchObject({ isReady: true, baseUrl: server.url, models: [] })
})
