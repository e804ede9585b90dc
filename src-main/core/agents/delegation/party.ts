import type { Party } from '#shared/events/message.ts'
import type { SpanId } from '#shared/ids.ts'
import type { RunContext } from '../run-context.ts'
import { agentIdOf, LEAD } from '../span-ids.ts'

export const LEAD_NAME = 'lead'

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

type PartyContext = Pick<RunContext, 'origin' | 'delegation'>
