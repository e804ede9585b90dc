import type { BaseMessage } from '@langchain/core/messages'
import type { SpanId } from '#shared/lib/ids.ts'
import type { SessionStore } from '../context/session-store.ts'
import type { Agent } from '../recording/agent-directory.ts'
import type { RunRecord } from '../recording/run-record.ts'
import type { Capture } from './capture.ts'

/** A thread as its model sees it by now. */
interface CompactedThread {
  readonly namespace: string
  readonly agent: Agent
  /** What the model sees; where there is a summary, it is the first message. */
  readonly messages: readonly BaseMessage[]
  /** How many messages the thread has in all. */
  readonly length: number
}

/** Parts of a run that recording a compaction uses. */
export interface CompactionRecord extends SessionStore, Pick<RunRecord, 'log'> {
  /** Instructions that went with the dropped messages are shown again. */
  readonly folderInstructions: { forget(agentId: SpanId): void }
}

/**
 * Writes `context.compacted` if the thread has been summarized since this was last called: deepagents
 * does it right before a model call, and reports it nowhere.
 */
export async function recordCompaction(
  { store, sessionId, log, folderInstructions }: CompactionRecord,
  capture: Capture,
  { namespace, agent: { agentId }, messages, length }: CompactedThread,
): Promise<void> {
  const summary = capture.takeSummary(namespace)
  if (summary === undefined) return
  folderInstructions.forget(agentId)
  const keptMessages = Math.max(0, messages.length - 1)
  const data = {
    summary: store.blobs.storeText(sessionId, summary),
    droppedMessages: Math.max(0, length - keptMessages),
    keptMessages,
  }
  await log.append({ kind: 'context.compacted', agentId, data })
}
