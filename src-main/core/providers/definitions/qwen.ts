import { defineProvider } from '../define.ts'

/** Alibaba's DashScope, where it speaks OpenAI's chat completions. */
export const qwen = defineProvider({
  id: 'qwen',
  label: 'Qwen (DashScope)',
  baseUrl: 'https://dashscope-intl.aliyuncs.com/compatible-mode/v1',
  keyEnvs: ['DASHSCOPE_API_KEY'],
  baseUrlEnv: 'DASHSCOPE_BASE_URL',
  // DashScope has no list of its own there: OpenRouter's prices come nearest.
  pricing: { type: 'listed', list: 'openrouter', prefix: 'qwen/' },
  models: [
    { id: 'qwen3.7-max', label: 'Qwen3.7 Max' },
    { id: 'qwen3.7-plus', label: 'Qwen3.7 Plus' },
    { id: 'qwen3-coder-plus', label: 'Qwen3 Coder Plus' },
  ],
  create: async (model, connection) => {
    const { OpenAiKindChat } = await import('../chat/openai-compatible-chat.ts')
    return new OpenAiKindChat(model, connection)
  },
})
