import { defineProvider } from '../define.ts'

export const deepseek = defineProvider({
  id: 'deepseek',
  label: 'DeepSeek',
  baseUrl: 'https://api.deepseek.com',
  keyEnvs: ['DEEPSEEK_API_KEY'],
  baseUrlEnv: 'DEEPSEEK_BASE_URL',
  pricing: { type: 'listed', list: 'deepseek' },
  models: [
    { id: 'deepseek-v4-pro', label: 'DeepSeek V4 Pro' },
    { id: 'deepseek-v4-flash', label: 'DeepSeek V4 Flash' },
  ],
  create: async (model, connection) => {
    const { OpenAiKindChat } = await import('../chat/openai-compatible-chat.ts')
    return new OpenAiKindChat(model, connection, { returnsReasoning: 'always' })
  },
})
