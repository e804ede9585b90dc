import type { ModelRef } from '#shared/events/value.ts'
import { type PromptPart, wholePart } from './part.ts'

/** Whose models deepagents has something to say to: it is loaded for those alone. */
const ADDRESSED: ReadonlySet<string> = new Set(['anthropic', 'openai'])

/** What deepagents adds to the lead's prompt by itself, for some models. */
export async function readModelPart({ provider, model }: ModelRef): Promise<readonly PromptPart[]> {
  if (!ADDRESSED.has(provider)) return []
  const { getHarnessProfile } = await import('deepagents')
  const text = getHarnessProfile(`${provider}:${model}`)?.systemPromptSuffix
  return text ? [wholePart('model', `For ${model}, by deepagents`, text)] : []
}
