import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { McpList } from '#shared/contract/mcp.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from './host-context.tsx'

/** MCP servers of a project; without one, those that every project has. Looking at them starts them. */
export function useMcp(projectId: ProjectId | undefined): UseQueryResult<McpList> {
  const client = useHost()
  return useQuery({
    queryKey: ['mcp', projectId ?? 'everywhere'],
    queryFn: ({ signal }) => client['mcp.list']({ ...(projectId && { projectId }) }, signal),
    staleTime: 0,
  })
}
