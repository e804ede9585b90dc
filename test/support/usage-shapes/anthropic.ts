import { message, PRICE, type UsageShape } from './usage-shape.ts'

const anthropic = { server: 'Anthropic', model: 'anthropic:claude-haiku-4-5' } as const
const start = { input_tokens: 100, output_tokens: 1 }
const end = { output_tokens: 20 }
const plain = { inputTokens: 100, outputTokens: 20 }

/** Anthropic counts reads and writes of its cache beside the input, and reasoning inside of the output. */
export const anthropicUsages: readonly UsageShape[] = [
  {
    ...anthropic,
    name: 'anthropic',
    rule: '`message_start` has the input, `message_delta` the whole output.',
    reply: message(start, end),
    usage: plain,
    bill: [
      [100, 1],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-cache',
    rule: '`input_tokens` leave out what was read from the cache and written to it.',
    reply: message(
      {
        input_tokens: 20,
        cache_read_input_tokens: 50,
        cache_creation_input_tokens: 30,
        output_tokens: 1,
      },
      end,
    ),
    usage: { ...plain, cacheReadTokens: 50, cacheWriteTokens: 30 },
    bill: [
      [20, 1],
      [50, 0.1],
      [30, 1.25],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-lifetimes',
    rule: 'Tokens cached for five minutes cost 1.25 times the input, for an hour twice.',
    reply: message(
      {
        input_tokens: 20,
        cache_creation_input_tokens: 80,
        cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 50 },
        output_tokens: 1,
      },
      end,
    ),
    usage: { ...plain, cacheWriteTokens: 80, cacheWrite1hTokens: 50 },
    bill: [
      [20, 1],
      [30, 1.25],
      [50, 2],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-cumulative',
    rule: '`message_delta` repeats input and cache as totals: they count once.',
    reply: message(
      { input_tokens: 20, cache_read_input_tokens: 80, output_tokens: 1 },
      { input_tokens: 20, cache_read_input_tokens: 80, output_tokens: 12 },
      { input_tokens: 20, cache_read_input_tokens: 80, output_tokens: 20 },
    ),
    usage: { ...plain, cacheReadTokens: 80 },
    bill: [
      [20, 1],
      [80, 0.1],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-input-at-end',
    rule: 'Compatible servers report the input in `message_delta` alone.',
    reply: message(
      { input_tokens: 0, output_tokens: 0 },
      { input_tokens: 40, cache_read_input_tokens: 60, output_tokens: 20 },
    ),
    usage: { ...plain, cacheReadTokens: 60 },
    bill: [
      [40, 1],
      [60, 0.1],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-thinking',
    rule: '`output_tokens_details.thinking_tokens` are part of `output_tokens`.',
    reply: message(start, { ...end, output_tokens_details: { thinking_tokens: 15 } }),
    usage: { ...plain, reasoningTokens: 15 },
    bill: [
      [100, 1],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-web-search',
    rule: '`server_tool_use.web_search_requests` cost $10 per thousand.',
    reply: message(start, { ...end, server_tool_use: { web_search_requests: 3 } }),
    usage: { ...plain, webSearches: 3 },
    bill: [
      [100, 1],
      [20, 5],
      [3, 10_000],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-web-search-unpriced',
    rule: 'Searches without a price make the cost unknown.',
    price: { inputUsd: 1, outputUsd: 5 },
    reply: message(start, { ...end, server_tool_use: { web_search_requests: 3 } }),
    usage: { ...plain, webSearches: 3 },
    bill: null,
  },
  {
    ...anthropic,
    name: 'anthropic-standard-tier',
    rule: '`service_tier` `standard` is the listed price.',
    reply: message({ ...start, service_tier: 'standard' }, end),
    usage: plain,
    bill: [
      [100, 1],
      [20, 5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-priority-tier',
    serviceTier: 'priority',
    rule: 'With `service_tier` `priority`, the price is unknown: it is part of a contract.',
    reply: message({ ...start, service_tier: 'priority' }, end),
    usage: plain,
    bill: null,
  },
  {
    ...anthropic,
    name: 'anthropic-long-context',
    model: 'anthropic:claude-sonnet-4-5',
    rule: 'Above 200,000 tokens of input, cached included, some models cost more.',
    reply: message(
      { input_tokens: 50_000, cache_read_input_tokens: 200_000, output_tokens: 1 },
      end,
    ),
    usage: { inputTokens: 250_000, outputTokens: 20, cacheReadTokens: 200_000 },
    bill: [
      [50_000, 6],
      [200_000, 0.6],
      [20, 22.5],
    ],
  },
  {
    ...anthropic,
    name: 'anthropic-no-usage',
    rule: 'Without a usage, tokens are estimated.',
    price: PRICE,
    reply: message(undefined, undefined),
    usage: { outputTokens: 2 },
    isEstimated: true,
    bill: 'estimated',
  },
  {
    ...anthropic,
    name: 'anthropic-nulls',
    rule: '`null` and digits in quotes are read.',
    reply: message(
      {
        input_tokens: '100',
        output_tokens: null,
        cache_creation_input_tokens: null,
        cache_read_input_tokens: null,
        cache_creation: null,
        server_tool_use: null,
        service_tier: null,
      },
      { output_tokens: '20', server_tool_use: null },
    ),
    usage: plain,
    bill: [
      [100, 1],
      [20, 5],
    ],
  },
]
