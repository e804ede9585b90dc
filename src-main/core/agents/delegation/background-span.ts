import type { AnyEvent, Draft } from '#shared/events/index.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RedactingStore } from '../context/session-store.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { AgentEntry, AgentExit } from '../recording/agent-directory.ts'
import { explainError } from '../recording/explain-error.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import { storeSaid } from './store-report.ts'

/** Parts of a run that a background agent's span uses. */
export interface BackgroundSpanContext
  extends RedactingStore,
    Pick<RunIdentity, 'origin' | 'signal'>,
    Pick<RunRecord, 'agents'>,
    Pick<RunPace, 'limits' | 'slots'> {}

interface Stretch {
  readonly entry: AgentEntry
  /** Answers what the agent has said last, if anything. */
  readonly work: () => Promise<string | undefined>
  /** What is written in one go with its end. */
  readonly alongside: (said: Said) => readonly Draft[]
}

/** How a stretch of work came out, in the agent's words, or ours where it failed. */
export interface Said extends Pick<AgentExit, 'outcome'> {
  readonly text: string | undefined
}

/**
 * One stretch of work of an agent that nobody waits for, in a span of its own, once there is room.
 * Answers what was written at its end; rejects where it is cut off: then its span is left open.
 */
export async function runStretch(
  run: BackgroundSpanContext,
  { entry, work, alongside }: Stretch,
): Promise<readonly AnyEvent[]> {
  const { agents, slots, origin, signal, store } = run
  const agentId = agentIdOf(origin, entry.namespace)
  await slots.enter(agentId, { signal })
  try {
    const agent = await agents.enter(entry)
    const said = await attempt(run, work)
    const { outcome, text } = said
    const exit = outcome === 'error' ? { error: text ?? '' } : toReport(run, text)
    // What was only noted is looked at by what comes alongside.
    await store.flush()
    return await agents.leave(agent, { outcome, ...exit }, ...alongside(said))
  } finally {
    slots.leave(agentId)
  }
}

async function attempt(run: BackgroundSpanContext, work: Stretch['work']): Promise<Said> {
  try {
    const text = await work()
    return { outcome: run.limits.reason ? 'stopped' : 'ok', text }
  } catch (error) {
    if (run.signal.aborted) throw error
    return { outcome: 'error', text: explainError(error, run.providers) }
  }
}

function toReport(run: RedactingStore, text: string | undefined) {
  return text === undefined ? {} : { report: storeSaid(run, text) }
}
