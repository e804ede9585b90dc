import type { Teammate } from '../events/agent.ts'
import type { Party } from '../events/message.ts'
import type { Outcome, StoredText } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

/** A subagent that works in the background. */
export interface BackgroundDelegate {
  readonly agentId: SpanId
  /** The call that asked for it. */
  readonly callId: SpanId
  /** The agent that is told its report. */
  readonly askedBy: SpanId
  readonly type: string
  readonly description: string
  readonly task: StoredText
  /** Absent: it has not begun. */
  readonly startedAt?: number
  /** Of its last stretch of work; absent while it is at work. */
  readonly outcome?: Outcome | undefined
  /** Its report was sent: it is done for good. */
  readonly hasReported: boolean
}

export interface TeamMember extends Teammate {
  readonly team: string
  /** Of its last stretch of work; absent while it is at work, and before it first is. */
  readonly outcome?: Outcome | undefined
}

export interface Team {
  readonly name: string
  /** The call that made it. */
  readonly callId: SpanId
  readonly members: readonly SpanId[]
}

/** What one agent wrote to another. */
export interface Message {
  readonly seq: number
  readonly at: number
  readonly from: Party
  readonly to: Party
  readonly text: StoredText
  readonly isHeard: boolean
}

export interface DelegationState {
  delegates: Record<SpanId, BackgroundDelegate>
  /** By name; a team that was deleted is gone. */
  teams: Record<string, Team>
  members: Record<SpanId, TeamMember>
  /** By seq, in the order they were sent. */
  messages: Record<number, Message>
}

/** Who works in the background and in teams, and what agents write to each other. */
export const delegation = defineProjection<DelegationState>({
  init: () => ({ delegates: {}, teams: {}, members: {}, messages: {} }),
  copy: ({ delegates, teams, members, messages }) => ({
    delegates: { ...delegates },
    teams: { ...teams },
    members: { ...members },
    messages: { ...messages },
  }),
  on: {
    'agent.queued': (state, { agentId, spanId, data }) => {
      if (!agentId || !spanId || !data.isBackground) return
      const { type, description, task, askedBy } = data
      const asked = { agentId, callId: spanId, askedBy, type, description, task }
      state.delegates[agentId] = { ...asked, hasReported: false }
    },
    'agent.started': (state, { agentId, at }) => {
      if (!agentId) return
      const delegate = state.delegates[agentId]
      const member = state.members[agentId]
      if (delegate) {
        state.delegates[agentId] = { startedAt: at, ...delegate, outcome: undefined }
      }
      if (member) state.members[agentId] = { ...member, outcome: undefined }
    },
    'agent.ended': (state, { agentId, data }) => {
      if (!agentId) return
      const { outcome } = data
      const delegate = state.delegates[agentId]
      const member = state.members[agentId]
      if (delegate) state.delegates[agentId] = { ...delegate, outcome }
      if (member) state.members[agentId] = { ...member, outcome }
    },
    'message.sent': (state, { seq, at, data }) => {
      state.messages[seq] = { seq, at, ...data, isHeard: false }
      const delegate = state.delegates[data.from.agentId]
      if (delegate) state.delegates[delegate.agentId] = { ...delegate, hasReported: true }
    },
    'message.heard': (state, { data }) => {
      for (const seq of data.messages) {
        const message = state.messages[seq]
        if (message) state.messages[seq] = { ...message, isHeard: true }
      }
    },
    'team.created': (state, { spanId, data }) => {
      if (!spanId) return
      const { name, members } = data
      forget(state, name)
      state.teams[name] = { name, callId: spanId, members: members.map((one) => one.agentId) }
      for (const one of members) state.members[one.agentId] = { ...one, team: name }
    },
    'team.deleted': (state, { data }) => forget(state, data.name),
    'session.rewound': (state, { data }) => {
      for (const { seq } of Object.values(state.messages)) {
        if (seq > data.to) delete state.messages[seq]
      }
    },
  },
})

function forget(state: DelegationState, name: string): void {
  for (const id of state.teams[name]?.members ?? []) delete state.members[id]
  delete state.teams[name]
}
