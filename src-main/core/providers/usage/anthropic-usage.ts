import type { Json } from '../is-record.ts'
import {
  REPORTED,
  type ReportedUsage,
  readCost,
  toCount,
  toRecord,
  toReportedUsage,
  toServiceTier,
} from './reported-usage.ts'

/** Reads a usage of Anthropic's messages: reads and writes of the cache are beside the input. */
export function readAnthropicUsage(usage: Json): ReportedUsage {
  const lifetimes = toRecord(usage['cache_creation'])
  const written1h = toCount(lifetimes['ephemeral_1h_input_tokens'])
  const written5m = toCount(lifetimes['ephemeral_5m_input_tokens']) ?? 0
  const written = toCount(usage['cache_creation_input_tokens']) ?? 0
  const cacheWriteTokens = Math.max(written, written5m + (written1h ?? 0))
  const cacheReadTokens = toCount(usage['cache_read_input_tokens']) ?? 0
  const fresh = toCount(usage['input_tokens'])
  const isStated = fresh !== undefined || cacheReadTokens + cacheWriteTokens > 0
  return toReportedUsage({
    inputTokens: isStated ? (fresh ?? 0) + cacheReadTokens + cacheWriteTokens : undefined,
    outputTokens: toCount(usage['output_tokens']),
    cacheReadTokens,
    cacheWriteTokens,
    cacheWrite1hTokens: written1h,
    reasoningTokens: toCount(toRecord(usage['output_tokens_details'])['thinking_tokens']),
    webSearches: toCount(toRecord(usage['server_tool_use'])['web_search_requests']),
    costUsd: readCost(usage),
    serviceTier: toServiceTier(usage['service_tier']),
  })
}

/**
 * Attaches the usage to an event of a streamed message. The client fails without the counts that it
 * adds up, and keeps of `message_delta` only what is in `delta`.
 */
export function attachAnthropicUsage(event: Json): Json {
  switch (event['type']) {
    case 'message_start': {
      const message = toRecord(event['message'])
      return { ...event, message: { ...message, usage: toClientUsage(toRecord(message['usage'])) } }
    }
    case 'message_delta': {
      const usage = toClientUsage(toRecord(event['usage']))
      const delta = { ...toRecord(event['delta']), usage: { [REPORTED]: usage[REPORTED] } }
      return { ...event, delta, usage }
    }
    default:
      return event
  }
}

const CLIENT_COUNTS = [
  'input_tokens',
  'output_tokens',
  'cache_read_input_tokens',
  'cache_creation_input_tokens',
] as const

function toClientUsage(usage: Json): Json {
  const counts = CLIENT_COUNTS.map((name) => [name, toCount(usage[name]) ?? 0])
  return { ...usage, ...Object.fromEntries(counts), [REPORTED]: readAnthropicUsage(usage) }
}
