import { anthropicUsages } from './usage-shapes/anthropic.ts'
import { contradictions } from './usage-shapes/contradictions.ts'
import { gateways } from './usage-shapes/gateways.ts'
import { googleUsages } from './usage-shapes/google.ts'
import { ollamaUsages } from './usage-shapes/ollama.ts'
import { openai } from './usage-shapes/openai.ts'
import { openaiKind } from './usage-shapes/openai-kind.ts'
import type { UsageShape } from './usage-shapes/usage-shape.ts'

export const usageShapes: readonly UsageShape[] = [
  ...openai,
  ...anthropicUsages,
  ...googleUsages,
  ...openaiKind,
  ...gateways,
  ...ollamaUsages,
  ...contradictions,
]
