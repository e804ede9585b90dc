import type { ReviewId, SessionId, SpanId } from '#shared/lib/ids.ts'
import { LEAD } from './span-ids.ts'

/**
 * An agent with a checkpoint thread of its own has a name for it, which begins the namespaces of all
 * that runs in it: so they differ over all threads of a session, and are saved as the session's.
 */
export function threadIdOf(sessionId: SessionId, thread: string): string {
  return thread === LEAD ? sessionId : `${sessionId}|${thread}`
}

/** A thread and a namespace in it: LangGraph's own, or those of our store, where a session is one thread. */
export interface ThreadPlace {
  readonly threadId: string
  readonly namespace: string
}

/** Where something is saved, or runs, in a session: by the thread and the namespace LangGraph names. */
export function toStoredPlace(threadId: string, namespace: string): ThreadPlace {
  const [owner = '', ...thread] = threadId.split('|')
  return { threadId: owner, namespace: [...thread, namespace].filter(Boolean).join('|') }
}

/** The thread and the namespace that LangGraph has for it. */
export function toGraphPlace({ threadId, namespace }: ThreadPlace): ThreadPlace {
  const [, thread, below = ''] = OWN_THREAD.exec(namespace) ?? []
  if (thread === undefined) return { threadId, namespace }
  return { threadId: `${threadId}|${thread}`, namespace: below }
}

const OWN_THREAD = /^((?:delegate|teammate|review):[^|]*)(?:\||$)(.*)$/

/** Whether a namespace, as our store has it, is that of a whole thread: nothing else is gone on with. */
export function isWholeThread(namespace: string): boolean {
  return namespace === LEAD || OWN_THREAD.exec(namespace)?.[2] === ''
}

/** The name of the thread of a delegate in the background. */
export function delegateThread(callId: SpanId): string {
  return `delegate:${callId}`
}

/** The name of a teammate's thread, the same each time it wakes. */
export function teammateThread(callId: SpanId, name: string): string {
  return `teammate:${callId}:${name}`
}

/** The name of the thread of who conducts a review. */
export function reviewThread(reviewId: ReviewId): string {
  return `review:${reviewId}`
}
