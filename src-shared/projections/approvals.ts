import type { EventFor } from '../events/index.ts'
import type { AllowRule } from '../events/rule.ts'
import type { ApprovalId, RuleId, SpanId } from '../ids.ts'
import { defineProjection } from './define.ts'

type Requested = EventFor<'approval.requested'>['data']
type Decided = EventFor<'approval.decided'>['data']

export interface Approval extends Requested {
  readonly spanId: SpanId
  readonly agentId: SpanId
  readonly seq: number
  readonly requestedAt: number
  readonly decided?: Decided & { readonly at: number }
}

export interface ApprovalsState {
  approvals: Record<ApprovalId, Approval>
  /** What waits for a person, oldest first. */
  open: ApprovalId[]
  /** What a person allowed here without being asked again, for this session or its project. */
  rules: Record<RuleId, AllowRule & { readonly addedAt: number }>
}

/** Every call that had to be asked for, and what was said. */
export const approvals = defineProjection<ApprovalsState>({
  init: () => ({ approvals: {}, open: [], rules: {} }),
  copy: (state) => ({
    approvals: { ...state.approvals },
    open: [...state.open],
    rules: { ...state.rules },
  }),
  on: {
    'approval.requested': (state, { spanId, agentId, seq, at, data }) => {
      if (!spanId || !agentId) return
      state.approvals[data.approvalId] = { ...data, spanId, agentId, seq, requestedAt: at }
      state.open.push(data.approvalId)
    },
    'approval.decided': (state, { at, data }) => {
      const approval = state.approvals[data.approvalId]
      if (approval) state.approvals[data.approvalId] = { ...approval, decided: { ...data, at } }
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
