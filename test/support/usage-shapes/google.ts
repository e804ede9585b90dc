import { gemini, PRICE, type UsageShape } from './usage-shape.ts'

const google = { server: 'Google Gemini', model: 'google:gemini-2.5-flash' } as const
const counted = { promptTokenCount: 100, candidatesTokenCount: 20, totalTokenCount: 120 }
const plain = { inputTokens: 100, outputTokens: 20 }

/** Gemini counts the cache inside of the prompt, and thoughts beside the candidates. */
export const googleUsages: readonly UsageShape[] = [
  {
    ...google,
    name: 'gemini',
    rule: 'Every piece has the totals so far.',
    reply: gemini(
      { promptTokenCount: 100, candidatesTokenCount: 1, totalTokenCount: 101 },
      { promptTokenCount: 100, candidatesTokenCount: 9, totalTokenCount: 109 },
      counted,
    ),
    usage: plain,
    bill: [
      [100, 0.3],
      [20, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-cached',
    rule: '`cachedContentTokenCount` is part of `promptTokenCount`.',
    reply: gemini({ ...counted, cachedContentTokenCount: 60 }),
    usage: { ...plain, cacheReadTokens: 60 },
    bill: [
      [40, 0.3],
      [60, 0.03],
      [20, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-thoughts',
    rule: '`thoughtsTokenCount` is beside `candidatesTokenCount`.',
    reply: gemini({ ...counted, thoughtsTokenCount: 50, totalTokenCount: 170 }),
    usage: { inputTokens: 100, outputTokens: 70, reasoningTokens: 50 },
    bill: [
      [100, 0.3],
      [70, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-thoughts-alone',
    rule: 'An answer of thoughts alone has no candidates.',
    reply: gemini({ promptTokenCount: 100, thoughtsTokenCount: 50, totalTokenCount: 150 }),
    usage: { inputTokens: 100, outputTokens: 50, reasoningTokens: 50 },
    bill: [
      [100, 0.3],
      [50, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-tool-use',
    rule: '`toolUsePromptTokenCount` is beside `promptTokenCount`.',
    reply: gemini({ ...counted, toolUsePromptTokenCount: 30, totalTokenCount: 150 }),
    usage: { inputTokens: 130, outputTokens: 20 },
    bill: [
      [130, 0.3],
      [20, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-audio',
    rule: 'Audio of the details is part of the prompt and has prices of its own, cached or not.',
    reply: gemini({
      ...counted,
      cachedContentTokenCount: 30,
      promptTokensDetails: [
        { modality: 'TEXT', tokenCount: 40 },
        { modality: 'AUDIO', tokenCount: 60 },
      ],
      cacheTokensDetails: [
        { modality: 'TEXT', tokenCount: 10 },
        { modality: 'AUDIO', tokenCount: 20 },
      ],
    }),
    usage: { ...plain, cacheReadTokens: 30, audioInputTokens: 60, cacheReadAudioTokens: 20 },
    bill: [
      [30, 0.3],
      [10, 0.03],
      [40, 1],
      [20, 0.1],
      [20, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-image-output',
    rule: 'Images of the details are part of the candidates.',
    price: PRICE,
    reply: gemini({
      ...counted,
      promptTokensDetails: [{ modality: 'IMAGE', tokenCount: 60 }],
      candidatesTokensDetails: [{ modality: 'IMAGE', tokenCount: 15 }],
    }),
    usage: { ...plain, imageInputTokens: 60, imageOutputTokens: 15 },
    bill: [
      [40, 2],
      [60, 5],
      [5, 8],
      [15, 40],
    ],
  },
  {
    ...google,
    name: 'gemini-long-context',
    model: 'google:gemini-2.5-pro',
    rule: 'Above 200,000 tokens of prompt, cached included, all tokens of a request cost more.',
    reply: gemini({
      promptTokenCount: 250_000,
      cachedContentTokenCount: 200_000,
      candidatesTokenCount: 20,
      totalTokenCount: 250_020,
    }),
    usage: { inputTokens: 250_000, outputTokens: 20, cacheReadTokens: 200_000 },
    bill: [
      [50_000, 2.5],
      [200_000, 0.25],
      [20, 15],
    ],
  },
  {
    ...google,
    name: 'gemini-flex',
    serviceTier: 'flex',
    rule: 'With `serviceTier` `flex` (on Vertex `trafficType` `ON_DEMAND_FLEX`), tokens cost half.',
    reply: gemini({ ...counted, trafficType: 'ON_DEMAND_FLEX' }),
    usage: plain,
    bill: [
      [100, 0.15],
      [20, 1.25],
    ],
  },
  {
    ...google,
    name: 'gemini-provisioned',
    serviceTier: 'provisioned_throughput',
    rule: 'Provisioned throughput has no known price per token.',
    reply: gemini({ ...counted, trafficType: 'PROVISIONED_THROUGHPUT' }),
    usage: plain,
    bill: null,
  },
  {
    ...google,
    name: 'gemini-shrinking',
    rule: 'If a later piece reports less, the largest total holds.',
    reply: gemini(counted, { promptTokenCount: 100, totalTokenCount: 100 }),
    usage: plain,
    bill: [
      [100, 0.3],
      [20, 2.5],
    ],
  },
  {
    ...google,
    name: 'gemini-no-usage',
    rule: 'Without a usage, tokens are estimated.',
    price: PRICE,
    reply: gemini(undefined),
    usage: { outputTokens: 2 },
    isEstimated: true,
    bill: 'estimated',
  },
]
