import type { Party } from '#shared/events/message.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import { agentIdOf, LEAD } from '../recording/span-ids.ts'
import type { TeamState } from './team-state.ts'

export const LEAD_NAME = 'lead'

/** Parts of a run that resolve the names of agents. */
export type PartyContext = Pick<RunIdentity, 'origin'> & Pick<TeamState, 'delegation'>

/** An agent by what others call it. */
export function partyOf({ origin, delegation }: PartyContext, agentId: SpanId): Party {
  if (agentId === agentIdOf(origin, LEAD)) return { agentId, name: LEAD_NAME }
  return { agentId, name: delegation.members[agentId]?.name ?? 'agent' }
}

/** Whom a name means: the lead, or a teammate. */
export function findParty(context: PartyContext, name: string): Party | undefined {
  const { origin, delegation } = context
  if (name === LEAD_NAME) return { agentId: agentIdOf(origin, LEAD), name }
  const found = Object.values(delegation.members).find((member) => member.name === name)
  return found && { agentId: found.agentId, name }
}
