import type { ContextPreview } from '#shared/contract/context.ts'
import type { Memory } from '#shared/contract/memories.ts'
import { formatTokens } from '../../ui/format.ts'

/** How many tokens of a memory the next prompt has where that is not all of it; `undefined`: all. */
export function findTold(
  { parts }: Pick<ContextPreview, 'parts'>,
  { name, tokens }: Pick<Memory, 'name' | 'tokens'>,
): number | undefined {
  const told = parts.filter(({ kind, source }) => kind === 'memory' && source !== undefined)
  const part = told.find(({ title }) => title === name)
  if (part) return part.notes.length > 0 ? part.tokens : undefined
  // With words around it no memory is told as nothing; an empty one is not told at all.
  return tokens > 0 ? 0 : undefined
}

/** `135k tokens, 2.7k told`. */
export function tellMemory(tokens: number, told: number | undefined): string {
  const whole = tellTokens(tokens)
  if (told === undefined) return whole
  return told === 0 ? `${whole}, only named` : `${whole}, ${formatTokens(told)} told`
}

/** `1 token`, `2.7k tokens`. */
export function tellTokens(tokens: number): string {
  return `${formatTokens(tokens)} ${tokens === 1 ? 'token' : 'tokens'}`
}
