import { defineProvider } from './define.ts'

const MAX_OUTPUT_TOKENS = 16_000

export const anthropic = defineProvider({
  id: 'anthropic',
  label: 'Anthropic',
  isScripted: false,
  needsKey: true,
  needsBaseUrl: false,
  keyEnv: 'ANTHROPIC_API_KEY',
  baseUrlEnv: 'ANTHROPIC_BASE_URL',
  pricedAs: 'anthropic',
  models: [
    { id: 'claude-sonnet-5', label: 'Claude Sonnet 5', contextTokens: 1_000_000 },
    { id: 'claude-opus-5', label: 'Claude Opus 5', contextTokens: 1_000_000 },
    { id: 'claude-haiku-4-5', label: 'Claude Haiku 4.5', contextTokens: 200_000 },
  ],
  create: async (model, { key, baseUrl, fetch }) => {
    const { ChatAnthropic } = await import('@langchain/anthropic')
    return new ChatAnthropic({
      model,
      ...(key && { apiKey: key }),
      ...(baseUrl && { anthropicApiUrl: baseUrl }),
      maxTokens: MAX_OUTPUT_TOKENS,
      maxRetries: 0,
      streaming: true,
      clientOptions: { fetch },
    })
  },
})
