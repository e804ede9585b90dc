import { expect, test } from 'vitest'
import { parseServedModels, parseSlotContext } from './served-models.ts'

test.each([
  ['vLLM', { id: 'qwen', object: 'model', max_model_len: 32_768 }, 32_768],
  [
    'OpenRouter',
    { id: 'x', context_length: 200_000, top_provider: { context_length: 131_072 } },
    131_072,
  ],
  [
    'OpenRouter without an endpoint',
    { id: 'x', context_length: 200_000, top_provider: { context_length: null } },
    200_000,
  ],
  ['Kimi', { id: 'kimi-k2', context_length: 262_144 }, 262_144],
  ['Groq', { id: 'llama', context_window: 131_072 }, 131_072],
  ['Mistral', { id: 'mistral', max_context_length: 32_768 }, 32_768],
  ['LM Studio', { id: 'gemma', loaded_context_length: 4_096, max_context_length: 131_072 }, 4_096],
  ['LM Studio, not loaded', { id: 'gemma', max_context_length: 131_072 }, 131_072],
  ['Anthropic', { id: 'claude', max_input_tokens: 200_000 }, 200_000],
  ['Gemini', { name: 'models/gemini', inputTokenLimit: 1_048_576 }, 1_048_576],
  [
    'Copilot',
    {
      id: 'gpt',
      capabilities: { limits: { max_context_window_tokens: 128_000, max_prompt_tokens: 64_000 } },
    },
    64_000,
  ],
  ['llama.cpp', { id: 'local', meta: { n_ctx: 8_192, n_ctx_train: 131_072 } }, 8_192],
  ['a gateway with text', { id: 'x', max_model_len: '16384' }, 16_384],
])('reads the context from the list of %s', (_server, entry, contextTokens) => {
  const [model] = parseServedModels({ data: [entry] })
  expect(model?.contextTokens).toBe(contextTokens)
})

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
