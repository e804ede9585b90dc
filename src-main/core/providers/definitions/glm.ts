import { defineProvider } from '../define.ts'

/** Z.ai, outside China; its mainland twin has other prices. */
export const glm = defineProvider({
  id: 'glm',
  label: 'GLM (Z.ai)',
  baseUrl: 'https://api.z.ai/api/paas/v4',
  keyEnvs: ['ZAI_API_KEY'],
  baseUrlEnv: 'ZAI_BASE_URL',
  pricing: { type: 'listed', list: 'openrouter', prefix: 'z-ai/' },
  models: [
    { id: 'glm-5.3', label: 'GLM-5.3' },
    { id: 'glm-5.3-flash', label: 'GLM-5.3 Flash' },
  ],
  create: async (model, connection) => {
    const { OpenAiKindChat } = await import('../chat/openai-compatible-chat.ts')
    return new OpenAiKindChat(model, connection, { returnsReasoning: 'always' })
  },
})
