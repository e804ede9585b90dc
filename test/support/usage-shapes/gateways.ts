import { chat, PRICE, type UsageShape } from './usage-shape.ts'

const counted = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const plain = { inputTokens: 100, outputTokens: 20 }
const model = 'compatible:anything'
const openRouter = { server: 'OpenRouter', model } as const

/** Gateways pass usage on in their own names, and some say what they charge. */
export const gateways: readonly UsageShape[] = [
  {
    ...openRouter,
    name: 'openrouter-cost',
    rule: '`cost` is what OpenRouter charges, in dollars; no price is needed.',
    reply: chat({
      ...counted,
      cost: 0.00141,
      is_byok: false,
      cost_details: { upstream_inference_cost: null },
      prompt_tokens_details: { cached_tokens: 60, cache_write_tokens: 10 },
    }),
    usage: { ...plain, cacheReadTokens: 60, cacheWriteTokens: 10 },
    bill: { usd: 0.00141 },
  },
  {
    ...openRouter,
    name: 'openrouter-own-key',
    rule: 'With a key of your own (`is_byok`), the upstream cost comes on top of `cost`.',
    reply: chat({
      ...counted,
      cost: 0.0001,
      is_byok: true,
      cost_details: { upstream_inference_cost: 0.002 },
    }),
    usage: plain,
    bill: { usd: 0.0021 },
  },
  {
    ...openRouter,
    name: 'openrouter-own-key-unknown',
    rule: 'If the upstream cost isn’t reported, the cost is unknown.',
    reply: chat({ ...counted, cost: 0.0001, is_byok: true, cost_details: {} }),
    usage: plain,
    bill: null,
  },
  {
    ...openRouter,
    name: 'openrouter-own-price',
    rule: 'A price that a person entered holds before `cost`.',
    price: PRICE,
    reply: chat({ ...counted, cost: 0.00141 }),
    usage: plain,
    bill: [
      [100, 2],
      [20, 8],
    ],
  },
  {
    ...openRouter,
    name: 'openrouter-free',
    rule: 'A `cost` of 0 is free.',
    reply: chat({ ...counted, cost: 0 }),
    usage: plain,
    bill: { usd: 0 },
  },
  {
    ...openRouter,
    name: 'openrouter-images',
    rule: '`completion_tokens_details.image_tokens` are part of `completion_tokens`.',
    price: PRICE,
    reply: chat({ ...counted, completion_tokens_details: { image_tokens: 15 } }),
    usage: { ...plain, imageOutputTokens: 15 },
    bill: [
      [100, 2],
      [5, 8],
      [15, 40],
    ],
  },
  {
    name: 'perplexity-cost',
    server: 'Perplexity',
    rule: '`cost.total_cost` includes what searches cost.',
    model,
    reply: chat({ ...counted, cost: { input_tokens_cost: 0.001, total_cost: 0.006 } }),
    usage: plain,
    bill: { usd: 0.006 },
  },
  {
    name: 'litellm-anthropic',
    server: 'LiteLLM',
    rule: 'Anthropic’s cache counts are repeated beside a `prompt_tokens` that includes them.',
    model,
    price: PRICE,
    reply: chat({
      ...counted,
      cache_read_input_tokens: 50,
      cache_creation_input_tokens: 30,
      prompt_tokens_details: {
        cached_tokens: 50,
        cache_creation_tokens: 30,
        cache_creation: { ephemeral_5m_input_tokens: 10, ephemeral_1h_input_tokens: 20 },
      },
    }),
    usage: { ...plain, cacheReadTokens: 50, cacheWriteTokens: 30, cacheWrite1hTokens: 20 },
    bill: [
      [20, 2],
      [50, 0.5],
      [10, 2.5],
      [20, 4],
      [20, 8],
    ],
  },
  {
    name: 'gateway-anthropic-names',
    server: 'Gateways to Anthropic',
    rule: 'Under Anthropic’s names, the cache is beside `input_tokens`.',
    model,
    price: PRICE,
    reply: chat({
      input_tokens: 20,
      cache_read_input_tokens: 50,
      cache_creation_input_tokens: 30,
      output_tokens: 20,
    }),
    usage: { ...plain, cacheReadTokens: 50, cacheWriteTokens: 30 },
    bill: [
      [20, 2],
      [50, 0.5],
      [30, 2.5],
      [20, 8],
    ],
  },
  {
    name: 'gateway-bedrock-names',
    server: 'Gateways to Bedrock',
    rule: 'Under Bedrock’s names, the cache is beside `inputTokens`.',
    model,
    price: PRICE,
    reply: chat({
      inputTokens: 20,
      outputTokens: 20,
      totalTokens: 120,
      cacheReadInputTokens: 50,
      cacheWriteInputTokens: 30,
    }),
    usage: { ...plain, cacheReadTokens: 50, cacheWriteTokens: 30 },
    bill: [
      [20, 2],
      [50, 0.5],
      [30, 2.5],
      [20, 8],
    ],
  },
  {
    name: 'gateway-cache-beside',
    server: 'Gateways to Anthropic',
    rule: 'If the total has the cached tokens beside `prompt_tokens`, they are added to the input.',
    model,
    price: PRICE,
    reply: chat({
      prompt_tokens: 40,
      completion_tokens: 20,
      total_tokens: 120,
      prompt_tokens_details: { cached_tokens: 60 },
    }),
    usage: { ...plain, cacheReadTokens: 60 },
    bill: [
      [40, 2],
      [60, 0.5],
      [20, 8],
    ],
  },
]
