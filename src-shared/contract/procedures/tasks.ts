import { z } from 'zod'
import { ProjectTask, TaskFields } from '../../events/task.ts'
import { ProjectId, SessionId } from '../../lib/ids.ts'
import { call } from './define.ts'

const which = {
  projectId: ProjectId,
  /** Whose log says that a person did it; absent: that of the project's session that changed last. */
  sessionId: SessionId.optional(),
}
/** `version` is what the person began with; another since is a `conflict`. */
const one = { ...which, id: z.int().positive(), version: z.int().positive() }

export const tasks = {
  /** By number. */
  'tasks.list': call(z.object({ projectId: ProjectId }), z.array(ProjectTask)),
  'tasks.create': call(
    z.object({ ...which, fields: TaskFields }),
    z.object({ id: z.int().positive() }),
  ),
  /** What is not named stays as it is. Fails with `invalid-input` where tasks would wait for each other. */
  'tasks.update': call(
    z.object({ ...one, fields: z.object(toOptional()) }),
    z.object({ version: z.int().positive() }),
  ),
  'tasks.remove': call(z.object(one), z.object({})),
} as const

/** Without what stands in for a field that is not named. */
function toOptional() {
  const { title, description, status, priority, who, dependsOn, files } = TaskFields.shape
  return {
    title: title.optional(),
    description: description.unwrap().optional(),
    status: status.unwrap().optional(),
    priority: priority.unwrap().optional(),
    who: who.unwrap().optional(),
    dependsOn: dependsOn.unwrap().optional(),
    files: files.unwrap().optional(),
  }
}
