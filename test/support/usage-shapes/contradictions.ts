import {
  chat,
  chatCounting,
  chunks,
  gemini,
  message,
  PRICE,
  type UsageShape,
} from './usage-shape.ts'

const counted = { prompt_tokens: 100, completion_tokens: 20, total_tokens: 120 }
const plain = { inputTokens: 100, outputTokens: 20 }
const PLAIN_BILL = [
  [100, 2],
  [20, 8],
] as const
const any = { server: 'Any server', model: 'compatible:anything', price: PRICE } as const
const estimated = { usage: { outputTokens: 2 }, isEstimated: true, bill: 'estimated' } as const

/** Usages that contradict themselves, or say only part of it. */
export const contradictions: readonly UsageShape[] = [
  {
    ...any,
    name: 'cached-above-prompt',
    rule: 'No more tokens are cached than the input has.',
    reply: chat({ ...counted, prompt_tokens_details: { cached_tokens: 160 } }),
    usage: { ...plain, cacheReadTokens: 100 },
    bill: [
      [100, 0.5],
      [20, 8],
    ],
  },
  {
    ...any,
    name: 'cached-and-written-above-prompt',
    rule: 'No token is both read from the cache and written to it.',
    reply: chat({
      ...counted,
      prompt_tokens_details: { cached_tokens: 80, cache_write_tokens: 80 },
    }),
    usage: { ...plain, cacheReadTokens: 80, cacheWriteTokens: 20 },
    bill: [
      [80, 0.5],
      [20, 2.5],
      [20, 8],
    ],
  },
  {
    ...any,
    name: 'reasoning-above-output',
    rule: 'Reasoning above the output is part of it if the total says so.',
    reply: chat({ ...counted, completion_tokens_details: { reasoning_tokens: 64 } }),
    usage: { ...plain, reasoningTokens: 20 },
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'reasoning-above-output-no-total',
    rule: 'Reasoning above the output is beside it if there is no total.',
    reply: chat({
      prompt_tokens: 100,
      completion_tokens: 20,
      completion_tokens_details: { reasoning_tokens: 64 },
    }),
    usage: { inputTokens: 100, outputTokens: 84, reasoningTokens: 64 },
    bill: [
      [100, 2],
      [84, 8],
    ],
  },
  {
    ...any,
    name: 'strings',
    rule: 'Digits in quotes are counts.',
    reply: chat({
      prompt_tokens: '100',
      completion_tokens: '20',
      total_tokens: '120',
      prompt_tokens_details: { cached_tokens: '60' },
    }),
    usage: { ...plain, cacheReadTokens: 60 },
    bill: [
      [40, 2],
      [60, 0.5],
      [20, 8],
    ],
  },
  {
    ...any,
    name: 'floats',
    rule: 'Fractions are rounded.',
    reply: chat({ prompt_tokens: 99.6, completion_tokens: 20.2, total_tokens: 119.8 }),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'no-prompt',
    rule: 'A missing input is the total without the output.',
    reply: chat({ prompt_tokens: null, completion_tokens: 20, total_tokens: 120 }),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'no-completion',
    rule: 'A missing output is the total without the input.',
    reply: chat({ prompt_tokens: 100, total_tokens: 120 }),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'output-only',
    rule: 'Without input and total, the input is estimated.',
    reply: chat({ completion_tokens: 20 }),
    usage: { outputTokens: 20 },
    isEstimated: true,
    bill: 'estimated',
  },
  {
    ...any,
    name: 'negative',
    rule: 'Negative counts report nothing.',
    reply: chat({ prompt_tokens: -1, completion_tokens: -1, total_tokens: -2 }),
    ...estimated,
  },
  {
    ...any,
    name: 'not-numbers',
    rule: 'Words and lists report nothing.',
    reply: chat({ prompt_tokens: 'NaN', completion_tokens: 'unknown', total_tokens: [] }),
    ...estimated,
  },
  {
    ...any,
    name: 'zeros',
    rule: 'Zero reports nothing: every request has input.',
    reply: chat({ prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
    ...estimated,
  },
  {
    ...any,
    name: 'null',
    rule: 'Without a usage, tokens are estimated.',
    reply: chat(null),
    ...estimated,
  },
  {
    ...any,
    name: 'not-a-record',
    rule: 'A usage of another type reports nothing.',
    reply: chat('120 tokens'),
    ...estimated,
  },
  {
    ...any,
    name: 'zeros-at-the-end',
    rule: 'Zeros after the counts change nothing.',
    reply: chatCounting(counted, { prompt_tokens: 0, completion_tokens: 0, total_tokens: 0 }),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'twice',
    rule: 'The same usage in two chunks counts once.',
    reply: chatCounting(counted, counted),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'before-text',
    rule: 'A usage that comes first counts.',
    reply: chunks(
      { choices: [], usage: counted },
      { choices: [{ index: 0, delta: { content: 'Hello.' }, finish_reason: 'stop' }] },
    ),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'total-too-small',
    rule: 'A total below the sum of its parts is ignored.',
    reply: chat({ ...counted, total_tokens: 7 }),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    ...any,
    name: 'cost-negative',
    rule: 'A negative `cost` reports nothing: the price holds.',
    price: PRICE,
    reply: chat({ ...counted, cost: -1 }),
    usage: plain,
    bill: PLAIN_BILL,
  },
  {
    name: 'anthropic-hour-above-writes',
    server: 'Any server',
    rule: 'The lifetimes add up to the writes; the larger figure holds.',
    model: 'anthropic:claude-haiku-4-5',
    reply: message(
      {
        input_tokens: 20,
        cache_creation_input_tokens: 30,
        cache_creation: { ephemeral_5m_input_tokens: 30, ephemeral_1h_input_tokens: 50 },
      },
      { output_tokens: 20 },
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
    name: 'gemini-cached-above-prompt',
    server: 'Any server',
    rule: 'No more tokens are cached than the prompt has.',
    model: 'google:gemini-2.5-flash',
    reply: gemini({
      promptTokenCount: '100',
      candidatesTokenCount: '20',
      totalTokenCount: '120',
      cachedContentTokenCount: 160,
    }),
    usage: { ...plain, cacheReadTokens: 100 },
    bill: [
      [100, 0.03],
      [20, 2.5],
    ],
  },
]
