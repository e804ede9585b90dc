import type { Json } from '../is-record.ts'
import { REPORTED, toCount, toReportedUsage } from './reported-usage.ts'

/**
 * Attaches the usage to the last line of an answer of Ollama. A prompt that is still in its memory has
 * no count.
 */
export function attachOllamaUsage(line: Json): Json {
  if (line['done'] !== true) return line
  const usage = toReportedUsage({
    inputTokens: toCount(line['prompt_eval_count']),
    outputTokens: toCount(line['eval_count']),
  })
  return { ...line, usage: { [REPORTED]: usage } }
}
