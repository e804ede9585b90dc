import { AppError } from '#shared/error.ts'
import type { ProjectId } from '#shared/ids.ts'
import type { ProjectRow } from './log/projects.ts'
import type { Store } from './log/store.ts'

/** Fails with `not-found` where there is no such project, or it was forgotten. */
export function getProject(store: Pick<Store, 'projects'>, projectId: ProjectId): ProjectRow {
  const project = store.projects.find(projectId)
  if (project) return project
  throw new AppError('not-found', 'There is no such project any more. Open its folder.')
}
