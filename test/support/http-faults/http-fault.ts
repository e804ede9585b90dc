import type { Reply } from '../model-formats/format.ts'
import { MODELS } from './replies.ts'

export interface HttpFault {
  readonly name: string
  readonly model: string
  readonly reply: Reply
  /** How many requests get `reply` before the server answers `Right.`; 1 unless given. */
  readonly times?: number
  readonly expected: ExpectedEnd
}

/** How the run ends, and after how many requests: with an answer, or with a sentence. */
export type ExpectedEnd =
  | { readonly requests: number; readonly answer: 'Hello.' | 'Right.' }
  | { readonly requests: number; readonly reason: string }

export const USABLE: ExpectedEnd = { requests: 1, answer: 'Hello.' }
export const RETRIED: ExpectedEnd = { requests: 2, answer: 'Right.' }

export function fails(reason: string): ExpectedEnd {
  return { requests: 1, reason }
}

/** Every retry fails the same way. */
export function always(reason: string): Pick<HttpFault, 'times' | 'expected'> {
  return { times: 3, expected: { requests: 3, reason } }
}

export const { compatible, openai, anthropic, google, ollama } = MODELS
export const LABELS: Readonly<Record<string, string>> = {
  [compatible]: 'OpenAI-compatible server',
  [openai]: 'OpenAI',
  [anthropic]: 'Anthropic',
  [google]: 'Google Gemini',
  [ollama]: 'Ollama',
}
export const CHECK_NETWORK = 'Check your network, proxy and base address.'
