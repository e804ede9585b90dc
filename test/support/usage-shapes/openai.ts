import { chat, PRICE, responses, type UsageShape } from './usage-shape.ts'

const counted = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const responded = { input_tokens: 100, output_tokens: 20, total_tokens: 120 }

const completions = { server: 'OpenAI chat completions', model: 'openai:gpt-5-mini' } as const
const ofResponses = { server: 'OpenAI responses', model: 'openai:gpt-5-codex' } as const

/** Cached, written and reasoning tokens are inside of what they are part of; audio is priced apart. */
export const openai: readonly UsageShape[] = [
  {
    ...completions,
    name: 'openai-chat',
    rule: 'The last chunk has the usage of the whole answer.',
    reply: chat(counted),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [
      [100, 0.25],
      [20, 2],
    ],
  },
  {
    ...completions,
    name: 'openai-chat-cached',
    rule: '`prompt_tokens_details.cached_tokens` are part of `prompt_tokens`.',
    reply: chat({ ...counted, prompt_tokens_details: { cached_tokens: 60 } }),
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60 },
    bill: [
      [40, 0.25],
      [60, 0.025],
      [20, 2],
    ],
  },
  {
    ...completions,
    name: 'openai-chat-cache-write',
    rule: '`prompt_tokens_details.cache_write_tokens` are part of `prompt_tokens`.',
    price: PRICE,
    reply: chat({
      ...counted,
      prompt_tokens_details: { cached_tokens: 50, cache_write_tokens: 30 },
    }),
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 50, cacheWriteTokens: 30 },
    bill: [
      [20, 2],
      [50, 0.5],
      [30, 2.5],
      [20, 8],
    ],
  },
  {
    ...completions,
    name: 'openai-chat-reasoning',
    rule: '`completion_tokens_details.reasoning_tokens` are part of `completion_tokens`.',
    reply: chat({ ...counted, completion_tokens_details: { reasoning_tokens: 15 } }),
    usage: { inputTokens: 100, outputTokens: 20, reasoningTokens: 15 },
    bill: [
      [100, 0.25],
      [20, 2],
    ],
  },
  {
    ...completions,
    name: 'openai-chat-audio',
    rule: '`audio_tokens` of the details are part of their sum and have prices of their own.',
    price: PRICE,
    reply: chat({
      ...counted,
      prompt_tokens_details: { audio_tokens: 30 },
      completion_tokens_details: { audio_tokens: 15 },
    }),
    usage: { inputTokens: 100, outputTokens: 20, audioInputTokens: 30, audioOutputTokens: 15 },
    bill: [
      [70, 2],
      [30, 30],
      [5, 8],
      [15, 60],
    ],
  },
  {
    ...completions,
    name: 'openai-chat-flex',
    serviceTier: 'flex',
    rule: 'With `service_tier` `flex`, tokens cost half.',
    reply: chat(counted, { service_tier: 'flex' }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [
      [100, 0.125],
      [20, 1],
    ],
  },
  {
    ...completions,
    name: 'openai-chat-priority',
    serviceTier: 'priority',
    rule: 'With `service_tier` `priority`, the price is unknown: it depends on the model.',
    reply: chat(counted, { service_tier: 'priority' }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: null,
  },
  {
    ...completions,
    name: 'openai-chat-own-price',
    serviceTier: 'priority',
    rule: 'A price that a person entered holds in every tier.',
    price: { inputUsd: 1, outputUsd: 3 },
    reply: chat(counted, { service_tier: 'priority' }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [
      [100, 1],
      [20, 3],
    ],
  },
  {
    ...ofResponses,
    name: 'openai-responses',
    rule: 'Cached and reasoning tokens are part of `input_tokens` and `output_tokens`.',
    reply: responses({
      ...responded,
      input_tokens_details: { cached_tokens: 60 },
      output_tokens_details: { reasoning_tokens: 15 },
    }),
    usage: { inputTokens: 100, outputTokens: 20, cacheReadTokens: 60, reasoningTokens: 15 },
    bill: [
      [40, 1.25],
      [60, 0.125],
      [20, 10],
    ],
  },
  {
    ...ofResponses,
    name: 'openai-responses-cache-write',
    rule: '`input_tokens_details.cache_write_tokens` are part of `input_tokens`.',
    price: PRICE,
    reply: responses({ ...responded, input_tokens_details: { cache_write_tokens: 80 } }),
    usage: { inputTokens: 100, outputTokens: 20, cacheWriteTokens: 80 },
    bill: [
      [20, 2],
      [80, 2.5],
      [20, 8],
    ],
  },
  {
    ...ofResponses,
    name: 'openai-responses-flex',
    serviceTier: 'flex',
    rule: 'With `service_tier` `flex`, tokens cost half.',
    reply: responses(responded, { service_tier: 'flex' }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [
      [100, 0.625],
      [20, 5],
    ],
  },
  {
    ...ofResponses,
    name: 'openai-responses-default-tier',
    rule: '`default` and `auto` are the standard tier.',
    reply: responses(responded, { service_tier: 'default' }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [
      [100, 1.25],
      [20, 10],
    ],
  },
  {
    ...ofResponses,
    name: 'openai-responses-none',
    rule: 'Without a usage, tokens are estimated.',
    price: PRICE,
    reply: responses(null),
    usage: { outputTokens: 2 },
    isEstimated: true,
    bill: 'estimated',
  },
]
