import type { context } from '#shared/contract/context.ts'
import type { Handlers } from '#shared/contract/define.ts'
import { previewContext } from '../agents/prompts/preview.ts'
import type { Parts } from './parts.ts'

export function contextHandlers(parts: Parts): Handlers<typeof context> {
  return { 'context.preview': (asked) => previewContext(parts, asked) }
}
