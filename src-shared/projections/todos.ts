import { LEAD_TYPE } from '../events/agent.ts'
import type { Todo } from '../events/task.ts'
import type { SpanId } from '../lib/ids.ts'
import { defineProjection } from './define.ts'

export interface TodosState {
  byAgent: Record<SpanId, readonly Todo[]>
  /** In which run each agent changed its plan last, from 1. */
  runOf: Record<SpanId, number>
  /** How many runs there were, and the one in which what is on now began: others may go on with it. */
  runs: number
  begunIn: number
  leadId?: SpanId
}

/** Each agent's plan. */
export const todos = defineProjection<TodosState>({
  init: () => ({ byAgent: {}, runOf: {}, runs: 0, begunIn: 0 }),
  copy: (state) => ({ ...state, byAgent: { ...state.byAgent }, runOf: { ...state.runOf } }),
  on: {
    'run.started': (state, { data }) => {
      state.runs += 1
      if (data.resumes === undefined && !data.isCompaction) state.begunIn = state.runs
    },
    'agent.started': (state, { agentId, data }) => {
      if (agentId && data.type === LEAD_TYPE) state.leadId ??= agentId
    },
    'todos.changed': (state, { agentId, data }) => {
      if (!agentId) return
      state.byAgent[agentId] = data.todos
      state.runOf[agentId] = state.runs
    },
  },
})

/** The run that an agent’s plan is left from; absent where it is that of the run that is on, or was last. */
export function earlierRunOf({ runOf, begunIn }: TodosState, agentId: SpanId): number | undefined {
  const run = runOf[agentId]
  return run !== undefined && run < begunIn ? run : undefined
}
