import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useHost } from './host-context.tsx'

/** Whether a page of this machine can be had, asked anew whenever it is to be shown. */
export function usePreviewReach(url: string): UseQueryResult<{ isThere: boolean }> {
  const client = useHost()
  return useQuery({
    queryKey: ['preview', url],
    queryFn: ({ signal }) => client['previews.reach']({ url }, signal),
    gcTime: 0,
    staleTime: 0,
  })
}
