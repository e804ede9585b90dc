import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import { useDeferredValue } from 'react'
import type { FoundPage } from '#shared/contract/procedures/search.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useHost } from '../../connection/host-context.tsx'
import type { AskedSearch } from '../../navigation/requested-search.ts'
import { useLiveView, useSessionId } from '../../session/session-context.tsx'
import { useProjection } from '../../session/use-projection.ts'
import { whats } from './found-groups.ts'

/** While the index is being made, it is asked again. */
const AGAIN_MS = 1_000

/** What was found so far, page by page. */
export function useSearch({ text: typed, where, what }: AskedSearch) {
  const client = useHost()
  const text = useDeferredValue(typed)
  const scope = useScope(where)
  const query = useInfiniteQuery({
    queryKey: ['search', text, scope, what],
    queryFn: ({ pageParam, signal }) =>
      client['search.find'](
        { text, ...scope, types: [...whats[what].types], ...(pageParam && { before: pageParam }) },
        signal,
      ),
    initialPageParam: 0,
    getNextPageParam: (last: FoundPage) => last.next,
    enabled: hasWord(text),
    placeholderData: keepPreviousData,
    staleTime: 0,
    gcTime: 60_000,
    refetchInterval: ({ state }) => (state.data?.pages[0]?.indexing ? AGAIN_MS : false),
  })
  const pages = hasWord(text) ? (query.data?.pages ?? []) : []
  return { ...query, pages, isAsked: hasWord(typed) }
}

function useScope(where: AskedSearch['where']) {
  const sessionId = useSessionId()
  const projectId = useProjection(useLiveView(), 'status', selectProject)
  if (where === 'session') return { sessionId }
  return where === 'project' && projectId ? { projectId } : {}
}

function hasWord(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text)
}

const selectProject = (state: StatusState) => state.projectId
