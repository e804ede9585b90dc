import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { SessionId } from '#shared/lib/ids.ts'

/** Something a person who looks elsewhere wants to hear of a session. */
export interface News {
  readonly sessionId: SessionId
  readonly type: 'waits' | 'ended'
  /** The same for everyone who hears of it. */
  readonly key: string
  /** What the session is called. */
  readonly title: string
  /** What happened, as a sentence. */
  readonly text: string
}

type Known = Pick<
  SessionSummary,
  'id' | 'title' | 'projectName' | 'isRunning' | 'isPaused' | 'waiting' | 'runs' | 'lastOutcome'
>

/** What became of the sessions between two lists of them. One that was not there before tells nothing. */
export function findNews(before: readonly Known[], after: readonly Known[]): readonly News[] {
  const known = new Map(before.map((session) => [session.id, session]))
  return after.flatMap((session) => {
    const was = known.get(session.id)
    return was ? [...newWaiting(was, session), ...newEnd(was, session)] : []
  })
}

function newWaiting(was: Known, { id, title, projectName, waiting, runs }: Known): News[] {
  if (waiting <= was.waiting) return []
  const what = waiting === 1 ? 'A call waits' : `${waiting} calls wait`
  const text = `${what} for you in ${projectName}.`
  return [{ sessionId: id, type: 'waits', key: `${id}:${runs}:waits:${waiting}`, title, text }]
}

/** Who has paused a run knows of it. */
function newEnd(was: Known, session: Known): News[] {
  const { id, title, projectName, runs, isRunning, isPaused, lastOutcome } = session
  if (!was.isRunning || isRunning || isPaused || !lastOutcome) return []
  const text = `${endings[lastOutcome]} in ${projectName}.`
  return [{ sessionId: id, type: 'ended', key: `${id}:${runs}:ended`, title, text }]
}

const endings: Readonly<Record<NonNullable<Known['lastOutcome']>, string>> = {
  ok: 'Its run is done',
  error: 'Its run failed',
  denied: 'Its run was not allowed',
  cancelled: 'Its run was cancelled',
  stopped: 'Its run was stopped',
  interrupted: 'Its run was cut off',
}
