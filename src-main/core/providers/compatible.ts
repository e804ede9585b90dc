import { defineProvider } from './define.ts'

/** Any server that speaks OpenAI's chat completions: LM Studio, vLLM, llama.cpp, a gateway. */
export const compatible = defineProvider({
  id: 'compatible',
  label: 'OpenAI-compatible server',
  needsKey: false,
  needsBaseUrl: true,
  isListed: true,
  keyEnvs: ['ORRERY_COMPATIBLE_API_KEY'],
  baseUrlEnv: 'ORRERY_COMPATIBLE_BASE_URL',
  models: [],
  create: async (model, connection) => {
    const { OpenAiKindChat } = await import('./openai-kind.ts')
    return new OpenAiKindChat(model, connection)
  },
})
