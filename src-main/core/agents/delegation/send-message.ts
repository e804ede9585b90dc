import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { RedactingStore } from '../context/session-store.ts'
import { findParty, LEAD_NAME, type PartyContext, partyOf } from './agent-names.ts'
import type { Crew } from './background-agents.ts'
import { storeSaid } from './store-report.ts'
import type { TeamState } from './team-state.ts'
import { getRunningCall, writeWithEnd } from './write-with-call-end.ts'

/** Sends a message with the end of this call. Fails where there is nobody of that name. */
export function sendMessage(
  run: RedactingStore & PartyContext,
  crew: Crew,
  { to, text }: { readonly to: string; readonly text: string },
): string {
  const call = getRunningCall()
  const party = findParty(run, to)
  if (!party) throw new AppError('not-found', `There is no teammate "${to}". ${listParties(run)}`)
  if (party.agentId === call.agentId) throw new AppError('invalid-input', 'That is yourself.')
  const from = partyOf(run, call.agentId)
  const data = { from, to: party, text: storeSaid(run, text) }
  const { spanId, agentId } = call
  writeWithEnd(call, [{ kind: 'message.sent', spanId, agentId, data }], deliverTo(crew))
  return `Sent to ${to}. An answer comes to you as a message.`
}

/** What the lead tells a teammate when its team is made. */
export function briefDraft(
  run: RedactingStore & PartyContext,
  call: { readonly spanId: SpanId; readonly agentId: SpanId },
  member: { readonly agentId: SpanId; readonly name: string; readonly brief: string },
): Draft {
  const { agentId, name, brief } = member
  const from = partyOf(run, call.agentId)
  const data = { from, to: { agentId, name }, text: storeSaid(run, brief) }
  return { kind: 'message.sent', spanId: call.spanId, agentId: call.agentId, data }
}

/** Delivers every message among what was written. */
export function deliverTo(crew: Crew): (events: readonly AnyEvent[]) => void {
  return (events) => {
    for (const event of events) if (event.kind === 'message.sent') crew.deliver(event)
  }
}

function listParties({ delegation }: Pick<TeamState, 'delegation'>): string {
  const names = Object.values(delegation.members).map(({ name }) => name)
  return `You can write to: ${[LEAD_NAME, ...names].join(', ')}.`
}
