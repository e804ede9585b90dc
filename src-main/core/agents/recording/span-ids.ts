import { createHash } from 'node:crypto'
import { type SessionId, SpanId } from '#shared/lib/ids.ts'
import { toIdText } from '../../runtime/ids.ts'

// `origin` is the session whose id the spans of a log are named by: the session itself, or, of a fork,
// the first of its line, so that what it inherited goes on under the same ids.

/** The namespace of the lead: its checkpoints have none. */
export const LEAD = ''

/**
 * The agent a checkpoint namespace belongs to: the lead, or a subagent by the namespace of the `task`
 * call that started it. The same after a resume or a restart.
 */
export function agentIdOf(origin: SessionId, namespace: string): SpanId {
  return derive(origin, namespace)
}

/** What the model called; `repetition` counts how often it has been begun again after it was cut off. */
export interface CalledTool {
  readonly agentId: SpanId
  readonly toolCallId: string
  readonly repetition?: number
}

/** The span of a tool call: found again in the log when the call is entered anew. */
export function callSpanOf(
  origin: SessionId,
  { agentId, toolCallId, repetition = 0 }: CalledTool,
): SpanId {
  return derive(origin, agentId, toolCallId, ...(repetition > 0 ? [String(repetition)] : []))
}

/** The namespace of the agent whose node runs in `namespace`. */
export function agentNamespaceOf(namespace: string): string {
  return namespace.split('|').slice(0, -1).join('|')
}

function derive(...parts: readonly string[]): SpanId {
  const digest = createHash('sha256').update(parts.join('\n')).digest()
  return SpanId.parse(`spn_${toIdText(digest)}`)
}
