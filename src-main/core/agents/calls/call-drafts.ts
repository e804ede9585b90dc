import type { Draft } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { RedactingStore, SessionStore } from '../context/session-store.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { type Call, callTitle, storeArgs } from './tool-call.ts'

/** How a call begins in the log, whether it runs or not. */
export function toStarted(run: RedactingStore, call: Call): Draft {
  const { toolCallId, name, args, tool, agent } = call
  const title = callTitle(run, call)
  const data = { toolCallId, name, title, effect: tool.effect, args: storeArgs(run, args) }
  return { kind: 'tool.started', ...inSpan(call), parentSpanId: agent.spanId, data }
}

/** How a call ends that somebody has answered in its tool's place. */
export function toAnswered({ store, sessionId }: SessionStore, call: Call, text: string): Draft {
  const result = store.blobs.storeText(sessionId, text)
  return { kind: 'tool.ended', ...inSpan(call), data: { outcome: 'ok', result } }
}

/** How a call ends that is not run, or could not be. */
export function toRefused(
  { store, sessionId }: SessionStore,
  call: Call,
  { outcome, reason }: { readonly outcome: Outcome; readonly reason: string },
): Draft {
  const result = store.blobs.storeText(sessionId, reason)
  const data = { outcome, result, error: firstLine(reason) }
  return { kind: 'tool.ended', ...inSpan(call), data }
}

/** How a call ends that its run cuts off. */
export function toCutOff(call: Call, outcome: Outcome): Draft {
  return { kind: 'tool.ended', ...inSpan(call), data: { outcome } }
}

/** What a person was asked of the call, and has not decided: nobody waits for that any more. */
export function toWithdrawn(
  { journal }: Pick<RunRecord, 'journal'>,
  call: Call,
  message: string,
): readonly Draft[] {
  const recorded = journal.find(call.spanId)
  if (recorded.type !== 'asked' || recorded.approval.decision) return []
  const { approvalId } = recorded.approval
  const data = { approvalId, decision: 'reject', by: 'host', message } as const
  return [{ kind: 'approval.decided', ...inSpan(call), data }]
}

/** Says of a draft whose it is. */
export function inSpan({ spanId, agent }: Call): { spanId: SpanId; agentId: SpanId } {
  return { spanId, agentId: agent.agentId }
}

/** Enough of a reason for a line. */
export function firstLine(text: string): string {
  return text.split('\n', 1)[0] ?? text
}
