import type { ProjectTask } from '../events/task.ts'
import { defineProjection } from './define.ts'

export interface TasksState {
  /** By number: listed in that order. */
  byId: Record<number, ProjectTask>
}

/** The project's tasks, as far as the session has taken note of them. */
export const tasks = defineProjection<TasksState>({
  init: () => ({ byId: {} }),
  copy: ({ byId }) => ({ byId: { ...byId } }),
  on: {
    'task.changed': (state, { data }) => {
      for (const task of data.changed) state.byId[task.id] = task
      for (const id of data.removed) delete state.byId[id]
    },
  },
})
