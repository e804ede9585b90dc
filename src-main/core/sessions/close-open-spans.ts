import type { Draft, EventFor } from '#shared/events/index.ts'
import type { Outcome } from '#shared/events/value.ts'
import { assertNever } from '#shared/lib/assert.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import { Usage } from '#shared/pricing/pricing.ts'
import type { Store } from '../store/store.ts'
import type { OpenSpan } from '../store/tables/session-summary.ts'

/**
 * Ends what the host that died left open, with outcome `interrupted`, innermost first. Approvals that
 * nobody has decided stay open. Answers the sessions in which something was ended.
 */
export async function interruptOpenSpans(store: Store): Promise<readonly SessionId[]> {
  await store.summaries.load()
  const ids = store.sessions.list().map(({ id }) => id)
  const unfinished = ids.filter((id) => store.summaries.openSpans(id).length > 0)
  await Promise.all(unfinished.map((id) => endSpans(store, id)))
  return unfinished
}

async function endSpans(store: Store, id: SessionId): Promise<void> {
  const innermostFirst = store.summaries.openSpans(id).toReversed()
  await store.events.append(
    id,
    innermostFirst.map((span) => toEnd(span, INTERRUPTED)),
  )
}

/** How what nobody sees the end of is said to have ended. */
export interface CutOff {
  readonly outcome: Outcome
  /** Why the run ended. */
  readonly reason: string
  /** Of calls. */
  readonly call: EventFor<'tool.ended'>['data']
}

/** The end of a span that nobody sees the end of. */
export function toEnd({ type, ids, model }: OpenSpan, { outcome, reason, call }: CutOff): Draft {
  switch (type) {
    case 'run':
      return { ...ids, kind: 'run.ended', data: { outcome, reason } }
    case 'agent':
      return { ...ids, kind: 'agent.ended', data: { outcome } }
    case 'model':
      return { ...ids, kind: 'model.ended', data: { outcome, ...(model ?? UNKNOWN), ...UNTOLD } }
    case 'tool':
      return { ...ids, kind: 'tool.ended', data: call }
    case 'terminal':
      return { ...ids, kind: 'terminal.ended', data: { exitCode: null } }
    case 'debugger':
      return { ...ids, kind: 'debug.ended', data: { outcome, exitCode: null } }
    default:
      return assertNever(type)
  }
}

const RUN_REASON =
  'Orrery ended in the middle of this run. Resume it to go on from its last checkpoint.'
const CALL_REASON = 'Orrery ended while this call was running: what it did by then is not known.'
const INTERRUPTED: CutOff = {
  outcome: 'interrupted',
  reason: RUN_REASON,
  call: { outcome: 'interrupted', error: CALL_REASON },
}
const UNKNOWN = { provider: 'unknown', model: 'unknown' }
/** What the call used and cost was never told: nothing is a guess. */
const UNTOLD = {
  usage: Usage.parse({ inputTokens: 0, outputTokens: 0 }),
  costUsd: null,
  isEstimated: true,
}
