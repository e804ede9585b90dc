import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from './host-context.tsx'

export type ReviewerList = z.output<HostContract['reviews.reviewers']['output']>

/** Who can be asked to review in a project. */
export function useReviewers(projectId: ProjectId): UseQueryResult<ReviewerList> {
  const client = useHost()
  return useQuery({
    queryKey: ['reviewers', projectId],
    queryFn: ({ signal }) => client['reviews.reviewers']({ projectId }, signal),
    // Files are edited without anybody saying so.
    staleTime: 0,
  })
}
