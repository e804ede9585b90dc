import { defineProvider } from '../define.ts'

/** Ollama on this machine: it is there where it answers, and its models are those it has. */
export const ollama = defineProvider({
  id: 'ollama',
  label: 'Ollama',
  needsKey: false,
  isLocal: true,
  isListed: true,
  baseUrl: 'http://127.0.0.1:11434',
  baseUrlEnv: 'OLLAMA_HOST',
  toBaseUrl,
  pricing: { type: 'free', source: 'local' },
  models: [],
  listing: { path: '/api/tags', headers: () => ({}) },
  create: async (model, connection) => {
    const { OllamaChat } = await import('../chat/ollama-chat.ts')
    return OllamaChat.open(model, connection)
  },
})

/** Ollama takes a host, with or without a port, and tells its server thereby where to listen. */
export function toBaseUrl(found: string): string {
  const url = URL.parse(found.includes('://') ? found : `http://${found}`)
  if (!url) return found
  if (url.hostname === '0.0.0.0') url.hostname = '127.0.0.1'
  if (!/:\d+\/?$/.test(found) && url.protocol === 'http:') url.port = '11434'
  return url.origin
}
