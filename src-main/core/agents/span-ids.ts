import { createHash } from 'node:crypto'
import { type SessionId, SpanId } from '#shared/ids.ts'
import { toIdText } from '../ids.ts'

/** The namespace of the lead: its checkpoints have none. */
export const LEAD = ''

/**
 * The agent a checkpoint namespace belongs to: the lead, or a subagent by the namespace of the `task`
 * call that started it. The same after a resume or a restart.
 */
export function agentIdOf(sessionId: SessionId, namespace: string): SpanId {
  return derive(sessionId, namespace)
}

/** What the model called; `repetition` counts how often it has been begun again after it was cut off. */
export interface CalledTool {
  readonly agentId: SpanId
  readonly toolCallId: string
  readonly repetition?: number
}

/** The span of a tool call: found again in the log when the call is entered anew. */
export function callSpanOf(
  sessionId: SessionId,
  { agentId, toolCallId, repetition = 0 }: CalledTool,
): SpanId {
  return derive(sessionId, agentId, toolCallId, ...(repetition > 0 ? [String(repetition)] : []))
}

/**
 * An agent with a checkpoint thread of its own has a name for it, which begins the namespaces of all
 * that runs in it: so they differ over all threads of a session, and are saved as the session's.
 */
export function threadIdOf(sessionId: SessionId, thread: string): string {
  return thread === LEAD ? sessionId : `${sessionId}|${thread}`
}

/** Where something is saved, or runs, in a session: by the thread and the namespace LangGraph names. */
export function toPlace(threadId: string, namespace: string): ThreadPlace {
  const [owner = '', ...thread] = threadId.split('|')
  return { threadId: owner, namespace: [...thread, namespace].filter(Boolean).join('|') }
}

/** The thread and the namespace that LangGraph has for it. */
export function fromPlace({ threadId, namespace }: ThreadPlace): ThreadPlace {
  const [, thread, below = ''] = OWN_THREAD.exec(namespace) ?? []
  if (thread === undefined) return { threadId, namespace }
  return { threadId: `${threadId}|${thread}`, namespace: below }
}

/** A thread and a namespace in it: LangGraph's own, or those of our store, where a session is one thread. */
export interface ThreadPlace {
  readonly threadId: string
  readonly namespace: string
}

const OWN_THREAD = /^((?:delegate|teammate):[^|]*)\|?(.*)$/

/** The name of the thread of a delegate in the background. */
export function delegateThread(callId: SpanId): string {
  return `delegate:${callId}`
}

/** The name of a teammate's thread, the same each time it wakes. */
export function teammateThread(callId: SpanId, name: string): string {
  return `teammate:${callId}:${name}`
}

/** The namespace of the agent whose node runs in `namespace`. */
export function agentNamespaceOf(namespace: string): string {
  return namespace.split('|').slice(0, -1).join('|')
}

function derive(...parts: readonly string[]): SpanId {
  const digest = createHash('sha256').update(parts.join('\n')).digest()
  return SpanId.parse(`spn_${toIdText(digest)}`)
}
