import { anthropic } from './protocol-shapes/anthropic.ts'
import { anthropicEndings } from './protocol-shapes/anthropic-endings.ts'
import { completionCalls } from './protocol-shapes/completion-calls.ts'
import { completionErrors } from './protocol-shapes/completion-errors.ts'
import { completionParallel } from './protocol-shapes/completion-parallel.ts'
import { completionReasoning } from './protocol-shapes/completion-reasoning.ts'
import { completionTexts } from './protocol-shapes/completion-texts.ts'
import { completionVariants } from './protocol-shapes/completion-variants.ts'
import { framing } from './protocol-shapes/framing.ts'
import { gemini } from './protocol-shapes/gemini.ts'
import { ollama } from './protocol-shapes/ollama.ts'
import type { ProtocolShape } from './protocol-shapes/protocol-shape.ts'
import { responseCalls } from './protocol-shapes/response-calls.ts'
import { responses } from './protocol-shapes/responses.ts'

export const protocolShapes: readonly ProtocolShape[] = [
  ...framing,
  ...completionTexts,
  ...completionReasoning,
  ...completionVariants,
  ...completionCalls,
  ...completionParallel,
  ...completionErrors,
  ...responses,
  ...responseCalls,
  ...anthropic,
  ...anthropicEndings,
  ...gemini,
  ...ollama,
]
