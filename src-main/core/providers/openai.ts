import { defineProvider } from './define.ts'

export const openai = defineProvider({
  id: 'openai',
  label: 'OpenAI',
  baseUrl: 'https://api.openai.com/v1',
  keyEnvs: ['OPENAI_API_KEY'],
  baseUrlEnv: 'OPENAI_BASE_URL',
  pricing: { type: 'listed', list: 'openai' },
  models: [
    { id: 'gpt-5.6', label: 'GPT-5.6' },
    { id: 'gpt-5.6-terra', label: 'GPT-5.6 Terra' },
    { id: 'gpt-5.4-mini', label: 'GPT-5.4 mini' },
  ],
  create: async (model, { key, baseUrl, fetch }) => {
    const { ChatOpenAI } = await import('@langchain/openai')
    return new ChatOpenAI({
      model,
      ...(key && { apiKey: key }),
      maxRetries: 0,
      streaming: true,
      configuration: { fetch, baseURL: baseUrl },
    })
  },
})
