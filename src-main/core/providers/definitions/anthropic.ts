import { defineProvider } from '../define.ts'

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
  create: async (model, connection) => {
    const { AnthropicChat } = await import('../chat/anthropic-chat.ts')
    return new AnthropicChat(model, connection)
  },
})
