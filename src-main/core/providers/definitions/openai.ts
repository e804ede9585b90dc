import { defineProvider } from '../define.ts'

export const openai = defineProvider({
  id: 'openai',
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  keyEnvs: ['OPENAI_API_KEY'],
  baseUrlEnv: 'OPENAI_BASE_URL',
  // Flex costs what batches do. What priority costs depends on the model.
  pricing: { type: 'listed', list: 'openai', tiers: { flex: 0.5 } },
  models: [
    { id: 'gpt-5.6', label: 'GPT-5.6' },
    { id: 'gpt-5.6-terra', label: 'GPT-5.6 Terra' },
    { id: 'gpt-5.4-mini', label: 'GPT-5.4 mini' },
  ],
  create: async (model, connection) => {
    const { createOpenAiChat } = await import('../chat/openai-chat.ts')
    return createOpenAiChat(model, connection)
  },
})
