import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import { formatUntil } from '#shared/format/format-until.ts'

/** What a session is doing, or how its last run ended where that was not well. */
interface SessionState {
  readonly word: string
  readonly color: string
  /** It is so now: since when does not matter. */
  readonly isNow: boolean
}

type Facts = Pick<
  SessionSummary,
  'waiting' | 'waitsUntil' | 'isPaused' | 'isQueued' | 'isRunning' | 'lastOutcome'
>

const [ok, warn, error, quiet] = ['var(--ok)', 'var(--warn)', 'var(--error)', 'var(--text-3)']

const endings: Readonly<Record<NonNullable<Facts['lastOutcome']>, SessionState | undefined>> = {
  ok: undefined,
  error: { word: 'failed', color: error, isNow: false },
  denied: { word: 'refused', color: warn, isNow: false },
  stopped: { word: 'stopped', color: warn, isNow: false },
  cancelled: { word: 'cancelled', color: quiet, isNow: false },
  interrupted: { word: 'interrupted', color: warn, isNow: false },
}

/** Nothing where all is well, or nothing has been yet. */
export function sessionStateOf(session: Facts, now = Date.now()): SessionState | undefined {
  const { waiting, waitsUntil, isPaused, isQueued, isRunning, lastOutcome } = session
  if (waiting > 0) return { word: 'waiting', color: warn, isNow: true }
  if (waitsUntil !== undefined) {
    return { word: `until ${formatUntil(waitsUntil, now)}`, color: warn, isNow: true }
  }
  if (isQueued) return { word: 'queued', color: quiet, isNow: true }
  if (isRunning) return { word: 'running', color: ok, isNow: true }
  if (isPaused) return { word: 'paused', color: warn, isNow: false }
  return lastOutcome && endings[lastOutcome]
}
