import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { SessionId } from '#shared/ids.ts'
import { formatNumber } from '../../ui/format.ts'

type Queued = Pick<SessionSummary, 'id' | 'isQueued' | 'isRunning' | 'changedAt'>

/** Which of all sessions has to wait how long; nothing where it is not known to wait. */
export function tellQueue(sessions: readonly Queued[], id: SessionId): string | undefined {
  const own = sessions.find((session) => session.id === id && session.isQueued)
  if (!own) return undefined
  // Nothing happens in a session that waits: it has changed when it came.
  const ahead = sessions.filter((one) => one.isQueued && one.changedAt < own.changedAt).length
  const running = sessions.filter((one) => one.isRunning && !one.isQueued).length
  const run = running === 1 ? 'runs' : 'run'
  return `${ordinal(ahead + 1)} in line: ${formatNumber(running, 'session')} ${run}`
}

function ordinal(place: number): string {
  const isTeen = Math.floor(place / 10) % 10 === 1
  const ending = isTeen ? undefined : ['th', 'st', 'nd', 'rd'][place % 10]
  return `${place}${ending ?? 'th'}`
}
