import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PRICE_LIST } from './model-catalogue.ts'
import { findListed, type ListedModel, priceOf } from './price-list.ts'

function listed(id: string, prices: ListedModel['prices'], starts = id): ListedModel {
  return { id, match: { or: [{ equals: id }, { starts_with: starts }] }, prices }
}

test('a model is the one of that name, else the first that goes by such names', () => {
  const models = [listed('m-large', {}, 'm'), listed('m-small', {}), listed('GLM-5', {})]
  const found = ['m-small', 'm-other', 'glm-5', 'none'].map((name) => findListed(models, name)?.id)
  expect(found).toEqual(['m-small', 'm-large', 'GLM-5', undefined])
})

test('long requests cost more, and so do some hours and days; what has no price is unknown', () => {
  const tiers = [{ start: 1000, price: 4 }]
  const day = { input_mtok: { base: 2, tiers }, output_mtok: 8, cache_read_mtok: 0.5 }
  const night = { input_mtok: 1, output_mtok: 4 }
  const constraint = {
    type: 'time_of_date',
    start_time: '22:30:00Z',
    end_time: '06:00:00Z',
  } as const
  const before = { input_mtok: 9, output_mtok: 9 }
  const since = { type: 'start_date', start_date: '2026-01-01' } as const
  const model = listed('m', [
    { prices: before },
    { prices: day, constraint: since },
    { prices: night, constraint },
  ])
  const inputAt = (time: string, inputTokens = 0) =>
    priceOf(model, { inputTokens, at: Date.parse(time), source: 'list' })?.inputUsd
  expect(inputAt('2025-06-01T12:00:00Z')).toBe(9)
  expect(inputAt('2026-06-01T12:00:00Z')).toBe(2)
  expect(inputAt('2026-06-01T12:00:00Z', 1001)).toBe(4)
  expect(['22:30:00', '23:59:59', '05:59:59'].map((at) => inputAt(`2026-06-01T${at}Z`))).toEqual([
    1, 1, 1,
  ])
  expect(inputAt('2026-06-01T06:00:00Z')).toBe(2)
  const none = listed('n', { input_mtok: 1 })
  expect(priceOf(none, { inputTokens: 0, at: 0, source: 'list' })).toBeUndefined()
  const embedding = { inputTokens: 0, at: 0, source: 'list', isEmbedding: true }
  expect(priceOf(none, embedding)).toEqual({ inputUsd: 1, outputUsd: 0, source: 'list' })
})

test('the bundled list is the version whose day is told', () => {
  const require = createRequire(import.meta.url)
  const folder = dirname(require.resolve('@pydantic/genai-prices'))
  const { version } = JSON.parse(readFileSync(join(folder, '../package.json'), 'utf8'))
  expect(PRICE_LIST.version).toBe(version)
})
