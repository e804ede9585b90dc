import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ProjectEnvironment } from '#shared/contract/environment.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from './host-context.tsx'

/** Which variables a project's programs get and don't get. */
export function useEnvironment(projectId: ProjectId): UseQueryResult<ProjectEnvironment> {
  const client = useHost()
  return useQuery({
    queryKey: ['settings', 'environment', projectId],
    queryFn: ({ signal }) => client['environment.read']({ projectId }, signal),
  })
}
