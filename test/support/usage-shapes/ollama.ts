import { ollama, PRICE, type UsageShape } from './usage-shape.ts'

const local = { server: 'Ollama', model: 'ollama:m' } as const

export const ollamaUsages: readonly UsageShape[] = [
  {
    ...local,
    name: 'ollama',
    rule: '`prompt_eval_count` is the input, `eval_count` the output; models of your own machine are free.',
    reply: ollama({ prompt_eval_count: 100, eval_count: 20 }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [],
  },
  {
    ...local,
    name: 'ollama-cached',
    rule: 'A prompt that is still in memory has no count and is estimated.',
    reply: ollama({ eval_count: 20 }),
    usage: { outputTokens: 20 },
    isEstimated: true,
    bill: [],
  },
  {
    ...local,
    name: 'ollama-priced',
    rule: 'A price that a person entered holds, for models in its cloud.',
    price: PRICE,
    reply: ollama({ prompt_eval_count: 100, eval_count: 20 }),
    usage: { inputTokens: 100, outputTokens: 20 },
    bill: [
      [100, 2],
      [20, 8],
    ],
  },
]
