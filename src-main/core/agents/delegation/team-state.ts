import type { DelegationState } from '#shared/projections/delegation.ts'
import type { InputQueue } from '../messages/input-queue.ts'
import type { Mail } from './mailbox.ts'

/** The background agents and teams of a run. */
export interface TeamState {
  /** Unread messages of agents with a thread of their own, by namespace. */
  readonly inboxes: Map<string, InputQueue>
  readonly mail: Mail
  /** Background agents, teams and their messages, as the log has them. */
  readonly delegation: DelegationState
}
