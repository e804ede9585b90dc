import type { ProviderDefinition } from '../define.ts'
import { anthropic } from './anthropic.ts'
import { compatible } from './compatible.ts'
import { deepseek } from './deepseek.ts'
import { demo } from './demo.ts'
import { glm } from './glm.ts'
import { google } from './google.ts'
import { groq } from './groq.ts'
import { ollama } from './ollama.ts'
import { openai } from './openai.ts'
import { qwen } from './qwen.ts'
import { xai } from './xai.ts'

/** Every provider there is, in the order they are offered. To add one: write its file, list it here. */
export const providers: readonly ProviderDefinition[] = [
  anthropic,
  openai,
  google,
  groq,
  deepseek,
  qwen,
  glm,
  xai,
  ollama,
  compatible,
  demo,
]
