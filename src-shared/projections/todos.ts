import type { Todo } from '../events/todos.ts'
import type { SpanId } from '../ids.ts'
import { defineProjection } from './define.ts'

export interface TodosState {
  byAgent: Record<SpanId, readonly Todo[]>
  leadId?: SpanId
}

/** Each agent's plan. */
export const todos = defineProjection<TodosState>({
  init: () => ({ byAgent: {} }),
  copy: (state) => ({ ...state, byAgent: { ...state.byAgent } }),
  on: {
    'agent.started': (state, { agentId }) => {
      if (agentId) state.leadId ??= agentId
    },
    'todos.changed': (state, { agentId, data }) => {
      if (agentId) state.byAgent[agentId] = data.todos
    },
  },
})
