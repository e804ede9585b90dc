import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ForkPreview, RewindPreview } from '#shared/contract/forks.ts'
import { useHost } from './host-context.tsx'
import type { Moment } from './navigation.tsx'

/** What a fork from there would be, looked at anew each time it is shown. */
export function useForkPreview(moment: Moment): UseQueryResult<ForkPreview> {
  const client = useHost()
  const { sessionId, seq } = moment
  return useQuery({
    queryKey: ['policy', 'fork', sessionId, seq],
    queryFn: ({ signal }) => client['sessions.previewFork'](moment, signal),
    staleTime: 0,
    retry: false,
  })
}

/** What rewinding to there would do, looked at anew each time it is shown. */
export function useRewindPreview(moment: Moment): UseQueryResult<RewindPreview> {
  const client = useHost()
  const { sessionId, seq } = moment
  return useQuery({
    queryKey: ['rewind', sessionId, seq],
    queryFn: ({ signal }) => client['sessions.previewRewind'](moment, signal),
    staleTime: 0,
    gcTime: 0,
    retry: false,
  })
}
