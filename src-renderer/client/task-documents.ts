import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ProjectTask } from '#shared/events/task.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from './host-context.tsx'

/** What is to be done on a project now, by number. */
export function useProjectTasks(projectId: ProjectId): UseQueryResult<ProjectTask[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['tasks', projectId],
    queryFn: ({ signal }) => client['tasks.list']({ projectId }, signal),
  })
}
