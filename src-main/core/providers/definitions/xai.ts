import { defineProvider } from '../define.ts'

export const xai = defineProvider({
  id: 'xai',
  label: 'xAI',
  baseUrl: 'https://api.x.ai/v1',
  keyEnvs: ['XAI_API_KEY'],
  baseUrlEnv: 'XAI_BASE_URL',
  pricing: { type: 'listed', list: 'x-ai' },
  models: [
    { id: 'grok-4.6', label: 'Grok 4.6' },
    { id: 'grok-4.3', label: 'Grok 4.3' },
    { id: 'grok-code-fast-1', label: 'Grok Code Fast 1' },
  ],
  create: async (model, connection) => {
    const { OpenAiKindChat } = await import('../chat/openai-compatible-chat.ts')
    return new OpenAiKindChat(model, connection)
  },
})
