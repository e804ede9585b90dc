import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { tasks as contract } from '#shared/contract/procedures/tasks.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { getProject, getSession } from '../sessions/session-rows.ts'
import type { ProjectTasks } from '../tasks/tasks.ts'
import type { Parts } from './parts.ts'

interface Which {
  readonly projectId: ProjectId
  readonly sessionId?: SessionId | undefined
}

export function taskHandlers(parts: Parts): Handlers<typeof contract> {
  const { store } = parts
  return {
    'tasks.list': async ({ projectId }) => {
      getProject(store, projectId)
      return store.tasks.list(projectId)
    },
    'tasks.create': async ({ fields, ...which }) => {
      const { id } = await (await tasksFor(parts, which)).create(fields)
      return { id }
    },
    'tasks.update': async ({ id, version, fields, ...which }) => {
      const task = await (await tasksFor(parts, which)).update({ id, version }, fields)
      return { version: task.version }
    },
    'tasks.remove': async ({ id, version, ...which }) => {
      await (await tasksFor(parts, which)).remove({ id, version })
      return {}
    },
  }
}

/** As a person changes them. The session that changed last says so where none is named, if there is any. */
async function tasksFor({ store, tasks }: Parts, which: Which): Promise<ProjectTasks> {
  const { projectId, sessionId } = which
  getProject(store, projectId)
  const by = { type: 'person' } as const
  if (sessionId === undefined) {
    await store.summaries.load()
    return tasks.of({ projectId, by, sessionId: store.summaries.list(projectId)[0]?.id })
  }
  if (getSession(store, sessionId).projectId === projectId)
    return tasks.of({ projectId, by, sessionId })
  throw new AppError('invalid-input', 'This session is of another project.')
}
