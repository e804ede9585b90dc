import { defineProvider } from '../define.ts'

export const groq = defineProvider({
  id: 'groq',
  label: 'Groq',
  baseUrl: 'https://api.groq.com/openai/v1',
  keyEnvs: ['GROQ_API_KEY'],
  baseUrlEnv: 'GROQ_BASE_URL',
  pricing: { type: 'listed', list: 'groq', tiers: { flex: 1 } },
  models: [
    { id: 'openai/gpt-oss-120b', label: 'GPT-OSS 120B' },
    { id: 'moonshotai/kimi-k2-instruct', label: 'Kimi K2' },
    { id: 'qwen/qwen3-32b', label: 'Qwen3 32B' },
    { id: 'llama-3.3-70b-versatile', label: 'Llama 3.3 70B', contextTokens: 131_072 },
  ],
  create: async (model, connection) => {
    const { OpenAiKindChat } = await import('../chat/openai-compatible-chat.ts')
    return new OpenAiKindChat(model, connection)
  },
})
