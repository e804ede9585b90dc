import { defineProvider } from '../define.ts'

/** Moonshot refuses a call that comes back without reasoning. */
const KIMI = /kimi/i
const MISTRAL = /(?:mis|mix|minis|codes|devs|magis|pix)tral/i
const MISTRAL_CALL_ID = /^[a-zA-Z\d]{9}$/

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
    const { OpenAiKindChat } = await import('../chat/openai-compatible-chat.ts')
    return new OpenAiKindChat(model, connection, {
      returnsReasoning: KIMI.test(model) ? 'always' : 'as-received',
      ...(MISTRAL.test(model) && { callId: MISTRAL_CALL_ID }),
    })
  },
})
