import type { BaseMessageChunk } from '@langchain/core/messages'

/** Puts a finish reason into its message: OpenAI's client keeps it beside, where the thread doesn't have it. */
export function withFinishReason<Chunk extends BaseMessageChunk>(
  chunk: Chunk,
  reason: string | null | undefined,
): Chunk {
  if (reason) Object.assign(chunk.response_metadata, { finish_reason: reason })
  return chunk
}
