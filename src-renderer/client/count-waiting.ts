import type { SessionSummary } from '#shared/contract/sessions.ts'

/** How much waits for a person: what is to be decided, and calls that were cut off. */
export function countWaiting(
  sessions: readonly Pick<SessionSummary, 'waiting' | 'cutOff'>[],
): number {
  return sessions.reduce((sum, { waiting, cutOff }) => sum + waiting + cutOff, 0)
}
