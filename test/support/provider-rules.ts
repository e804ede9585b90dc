import type { MessageRules } from './message-rules.ts'

/** A model of each provider, and the rules of its server that the tests enforce. */
export const providerRules: readonly (readonly [model: string, rules: MessageRules])[] = [
  ['openai:gpt-5-mini', {}],
  ['anthropic:claude-haiku-4-5', {}],
  ['google:gemini-3.8-flash', {}],
  ['xai:grok-4.6', { refusesNames: true, refusesEmptyText: true }],
  ['groq:openai/gpt-oss-120b', { refusesReasoning: true }],
  ['deepseek:deepseek-v4-pro', { needsReasoning: true }],
  ['glm:glm-5.3', { needsReasoning: true }],
  ['qwen:qwen3.7-max', { wantsSystemFirst: true }],
  ['ollama:qwen3:8b', {}],
  ['compatible:kimi-k2.6', { needsReasoning: true, refusesEmptyText: true }],
  ['compatible:mistral-small', { callId: /^[a-zA-Z0-9]{9}$/, wantsSystemFirst: true }],
  ['compatible:gemma', { wantsSystemFirst: true, refusesNames: true }],
]
