import type { EventFor } from '../events/index.ts'
import type { ApprovalId, RuleId, RunId, SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

type Requested = EventFor<'approval.requested'>['data']
type Decided = EventFor<'approval.decided'>['data']

export interface Approval extends Requested {
  readonly spanId: SpanId
  readonly agentId: SpanId
  readonly seq: number
  readonly requestedAt: number
  /** `runId`: the run that hears it; absent until one begins. */
  readonly decided?: Decided & { readonly at: number; readonly runId?: RunId }
}

export interface ApprovalsState {
  approvals: Record<ApprovalId, Approval>
  /** What waits for a person, oldest first. */
  open: ApprovalId[]
  /** Decided while no run was on: the next one hears it. */
  unheard: ApprovalId[]
  /** What a person allowed here without being asked again, for this session or its project. */
  rules: Record<RuleId, EventFor<'rule.added'>['data'] & { readonly addedAt: number }>
}

/** Every call that had to be asked for, and what was said. */
export const approvals = defineProjection<ApprovalsState>({
  init: () => ({ approvals: {}, open: [], unheard: [], rules: {} }),
  copy: (state) => ({
    approvals: { ...state.approvals },
    open: [...state.open],
    unheard: [...state.unheard],
    rules: { ...state.rules },
  }),
  on: {
    'approval.requested': (state, { spanId, agentId, seq, at, data }) => {
      if (!spanId || !agentId) return
      state.approvals[data.approvalId] = { ...data, spanId, agentId, seq, requestedAt: at }
      state.open.push(data.approvalId)
    },
    'run.started': (state, { runId }) => {
      for (const id of state.unheard.splice(0)) {
        const approval = state.approvals[id]
        if (!approval?.decided || !runId) continue
        state.approvals[id] = { ...approval, decided: { ...approval.decided, runId } }
      }
    },
    'approval.decided': (state, { at, runId, data }) => {
      const approval = state.approvals[data.approvalId]
      if (approval) {
        const decided = { ...data, at, ...(runId && { runId }) }
        state.approvals[data.approvalId] = { ...approval, decided }
        if (!runId) state.unheard.push(data.approvalId)
      }
      const index = state.open.indexOf(data.approvalId)
      if (index >= 0) state.open.splice(index, 1)
    },
    'rule.added': (state, { at, data }) => {
      state.rules[data.ruleId] = { ...data, addedAt: at }
    },
    'rule.revoked': (state, { data }) => {
      delete state.rules[data.ruleId]
    },
  },
})
