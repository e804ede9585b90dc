import type { Draft } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import { assertNever } from '#shared/lib/assert.ts'
import { Usage } from '#shared/pricing.ts'
import type { OpenSpan } from './session-summary.ts'
import type { Store } from './store.ts'

/**
 * Ends what the host that died left open, with outcome `interrupted`, innermost first. Approvals that
 * nobody has decided stay open. Answers the sessions in which something was ended.
 */
export async function interruptOpenSpans(store: Store): Promise<readonly SessionId[]> {
  const unfinished = await store.summaries.unfinished()
  await Promise.all(
    unfinished.map(({ row, spans }) => store.events.append(row.id, spans.toReversed().map(toEnd))),
  )
  return unfinished.map(({ row }) => row.id)
}

function toEnd({ type, ids, model }: OpenSpan): Draft {
  const outcome = 'interrupted'
  switch (type) {
    case 'run':
      return { ...ids, kind: 'run.ended', data: { outcome, reason: RUN_REASON } }
    case 'agent':
      return { ...ids, kind: 'agent.ended', data: { outcome } }
    case 'model':
      return { ...ids, kind: 'model.ended', data: { outcome, ...(model ?? UNKNOWN), ...UNTOLD } }
    case 'tool':
      return { ...ids, kind: 'tool.ended', data: { outcome, error: CALL_REASON } }
    case 'terminal':
      return { ...ids, kind: 'terminal.ended', data: { exitCode: null } }
    default:
      return assertNever(type)
  }
}

const RUN_REASON =
  'Orrery ended in the middle of this run. Resume it to go on from its last checkpoint.'
const CALL_REASON = 'Orrery ended while this call was running: what it did by then is not known.'
const UNKNOWN = { provider: 'unknown', model: 'unknown' }
/** What the call cost was never told. */
const UNTOLD = {
  usage: Usage.parse({ inputTokens: 0, outputTokens: 0 }),
  costUsd: null,
  isEstimated: false,
}
