import type { BaseMessageChunk, UsageMetadata } from '@langchain/core/messages'
import type { ChatGenerationChunk } from '@langchain/core/outputs'

/** Removes usage that a client made up of nothing, so that it is estimated. Changes the chunk in place. */
export function withoutEmptyUsage(chunk: ChatGenerationChunk): ChatGenerationChunk {
  const message: BaseMessageChunk & { usage_metadata?: UsageMetadata } = chunk.message
  if (message.usage_metadata?.total_tokens === 0) delete message.usage_metadata
  return chunk
}
