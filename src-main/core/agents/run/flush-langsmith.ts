import { setTimeout as delay } from 'node:timers/promises'
import { awaitAllCallbacks } from '@langchain/core/callbacks/promises'

/** Any of these has LangChain send runs to LangSmith by itself. */
const VARIABLES = [
  'LANGSMITH_TRACING',
  'LANGSMITH_TRACING_V2',
  'LANGCHAIN_TRACING',
  'LANGCHAIN_TRACING_V2',
] as const
/** A LangSmith that takes nothing holds up the end of a process for no longer. */
const WITHIN_MS = 3_000

/** Resolves once LangChain has sent to LangSmith what it recorded, where it does so at all. */
export async function flushLangSmith(
  env: Readonly<Record<string, string | undefined>>,
): Promise<void> {
  if (!VARIABLES.some((name) => env[name] === 'true')) return
  const over = new AbortController()
  const limit = delay(WITHIN_MS, undefined, { signal: over.signal }).catch(() => undefined)
  await Promise.race([awaitAllCallbacks(), limit])
  over.abort()
}
