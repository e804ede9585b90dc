import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { useHostQuery } from './host-query.ts'

/** How many calls wait for a person in all listed sessions. */
export function useWaitingCalls(): number {
  const { data: sessions = [] } = useHostQuery('sessions.list', {})
  return countWaiting(sessions)
}

/** How much waits for a person: what is to be decided, and calls that were cut off. */
export function countWaiting(
  sessions: readonly Pick<SessionSummary, 'waiting' | 'cutOff'>[],
): number {
  return sessions.reduce((sum, { waiting, cutOff }) => sum + waiting + cutOff, 0)
}
