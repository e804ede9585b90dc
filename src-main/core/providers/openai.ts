import { defineProvider } from './define.ts'

export const openai = defineProvider({
  id: 'openai',
  label: 'OpenAI',
  isScripted: false,
  needsKey: true,
  needsBaseUrl: false,
  keyEnv: 'OPENAI_API_KEY',
  baseUrlEnv: 'OPENAI_BASE_URL',
  pricedAs: 'openai',
  models: [
    { id: 'gpt-5.6', label: 'GPT-5.6', contextTokens: 1_050_000 },
    { id: 'gpt-5.6-terra', label: 'GPT-5.6 Terra', contextTokens: 1_050_000 },
    { id: 'gpt-5.4-mini', label: 'GPT-5.4 mini', contextTokens: 400_000 },
  ],
  create: async (model, { key, baseUrl, fetch }) => {
    const { ChatOpenAI } = await import('@langchain/openai')
    return new ChatOpenAI({
      model,
      ...(key && { apiKey: key }),
      maxRetries: 0,
      streaming: true,
      configuration: { fetch, ...(baseUrl && { baseURL: baseUrl }) },
    })
  },
})
