import { defineProvider } from './define.ts'

/** Any server that speaks OpenAI's chat completions: LM Studio, vLLM, llama.cpp, a gateway. */
export const compatible = defineProvider({
  id: 'compatible',
  label: 'OpenAI-compatible server',
  isScripted: false,
  needsKey: false,
  needsBaseUrl: true,
  keyEnv: 'ORRERY_COMPATIBLE_API_KEY',
  baseUrlEnv: 'ORRERY_COMPATIBLE_BASE_URL',
  models: [],
  create: async (model, { key, baseUrl, fetch }) => {
    const { ChatOpenAICompletions } = await import('@langchain/openai')
    return new ChatOpenAICompletions({
      model,
      // The client insists on a key; servers that want none ignore it.
      apiKey: key ?? 'none',
      maxRetries: 0,
      streaming: true,
      streamUsage: true,
      configuration: { fetch, ...(baseUrl && { baseURL: baseUrl }) },
    })
  },
})
