import { expect, test } from 'vitest'
import { listedContexts } from '../../../../test/support/listed-contexts.ts'
import { parseServedModels, parseSlotContext } from './list-models.ts'

test.each(listedContexts)(
  'reads the context from the list of %s',
  (_server, entry, contextTokens) => {
    const [model] = parseServedModels({ data: [entry] })
    expect(model?.contextTokens).toBe(contextTokens)
  },
)

test.each([
  { id: 'x' },
  { id: 'x', meta: { n_ctx_train: 131_072 } },
  { id: 'x', context_length: 0, max_model_len: -1, context_window: 'large', meta: 'none' },
  { id: 'x', capabilities: null, top_provider: 7 },
])('a model without a usable context is listed all the same', (entry) => {
  expect(parseServedModels({ data: [entry] })).toEqual([{ id: 'x' }])
})

test('skips entries that name no model', () => {
  expect(parseServedModels({ data: [null, 'x', {}, { id: 7 }, { id: 'y' }] })).toEqual([
    { id: 'y' },
  ])
  expect([parseServedModels('x'), parseServedModels({}), parseServedModels({ data: {} })]).toEqual([
    [],
    [],
    [],
  ])
})

test('reads the context of a slot from llama.cpp', () => {
  const props = { default_generation_settings: { n_ctx: 4_096, temperature: 0.8 }, total_slots: 4 }
  expect([parseSlotContext(props), parseSlotContext({}), parseSlotContext('no')]).toEqual([
    4_096,
    undefined,
    undefined,
  ])
})
