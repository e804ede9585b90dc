import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from './host-context.tsx'

export type ReviewChoices = z.output<HostContract['reviews.choices']['output']>

/** What a review in a project can be begun with. */
export function useReviewChoices(projectId: ProjectId): UseQueryResult<ReviewChoices> {
  const client = useHost()
  return useQuery({
    queryKey: ['review-choices', projectId],
    queryFn: ({ signal }) => client['reviews.choices']({ projectId }, signal),
    // Files are edited without anybody saying so.
    staleTime: 0,
  })
}
