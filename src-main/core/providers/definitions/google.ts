import { defineProvider } from '../define.ts'

export const google = defineProvider({
  id: 'google',
  label: 'Google Gemini',
  baseUrl: 'https://generativelanguage.googleapis.com',
  keyEnvs: ['GEMINI_API_KEY', 'GOOGLE_API_KEY'],
  baseUrlEnv: 'GEMINI_BASE_URL',
  pricing: { type: 'listed', list: 'google', tiers: { flex: 0.5 } },
  models: [
    { id: 'gemini-3.8-flash', label: 'Gemini 3.8 Flash' },
    { id: 'gemini-3.1-pro-preview', label: 'Gemini 3.1 Pro', contextTokens: 1_048_576 },
    { id: 'gemini-2.5-pro', label: 'Gemini 2.5 Pro', contextTokens: 1_048_576 },
    { id: 'gemini-3.5-flash-lite', label: 'Gemini 3.5 Flash Lite' },
  ],
  listing: { path: '/v1beta/models?pageSize=1000', headers: (key) => ({ 'x-goog-api-key': key }) },
  create: async (model, connection) => {
    const { GoogleChat } = await import('../chat/google-chat.ts')
    return new GoogleChat(model, connection)
  },
})
