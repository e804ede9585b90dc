import { defineProvider } from './define.ts'

const MAX_OUTPUT_TOKENS = 16_000

export const anthropic = defineProvider({
  id: 'anthropic',
  label: 'Anthropic',
  baseUrl: 'https://api.anthropic.com',
  keyEnvs: ['ANTHROPIC_API_KEY'],
  baseUrlEnv: 'ANTHROPIC_BASE_URL',
  pricing: { type: 'listed', list: 'anthropic' },
  models: [
    { id: 'claude-sonnet-5', label: 'Claude Sonnet 5' },
    { id: 'claude-opus-5', label: 'Claude Opus 5' },
    { id: 'claude-haiku-4-5', label: 'Claude Haiku 4.5' },
  ],
  listing: {
    path: '/v1/models?limit=1000',
    headers: (key) => ({ 'x-api-key': key, 'anthropic-version': '2023-06-01' }),
  },
  create: async (model, { key, baseUrl, fetch }) => {
    const { ChatAnthropic } = await import('@langchain/anthropic')
    return new ChatAnthropic({
      model,
      ...(key && { apiKey: key }),
      anthropicApiUrl: baseUrl,
      maxTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      streaming: true,
      clientOptions: { fetch },
    })
  },
})
