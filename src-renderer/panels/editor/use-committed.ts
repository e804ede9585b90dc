import { useQuery } from '@tanstack/react-query'
import type { FilesState } from '#shared/projections/files.ts'
import type { StatusState } from '#shared/projections/status.ts'
import { useHost } from '../../client/host-context.tsx'
import { useIsLive, useSessionId, useSessionView } from '../../client/session-context.tsx'
import { useProjection } from '../../client/use-projection.ts'
import type { ContentThen } from './use-content-at.ts'

/** What git has of a file: in the commit that is checked out, or was when the past's files were recorded. */
export function useCommitted(path: string, isAsked: boolean): ContentThen {
  const client = useHost()
  const sessionId = useSessionId()
  const view = useSessionView()
  const isLive = useIsLive()
  const head = useProjection(view, 'files', selectHead)
  const runId = useProjection(view, 'status', selectRun)
  const commit = isLive ? undefined : head
  const isAskable = isAsked && (isLive || head !== undefined)
  const { data, error } = useQuery({
    // A run may commit, or check out something else.
    queryKey: ['files', sessionId, 'committed', path, commit ?? `now, ${runId ?? 'no run'}`],
    queryFn: ({ signal }) =>
      client['files.committed']({ sessionId, path, ...(commit && { commit }) }, signal),
    enabled: isAskable,
    staleTime: commit ? Number.POSITIVE_INFINITY : 0,
    refetchOnWindowFocus: !commit,
    retry: false,
  })
  if (!isAskable) return { type: 'cannot', why: 'No commit was checked out then.' }
  if (error) return { type: 'cannot', why: error.message }
  if (!data) return { type: 'loading' }
  return data.hash ? { type: 'content', hash: data.hash } : { type: 'absent' }
}

const selectHead = ({ head }: FilesState) => head
const selectRun = ({ runId }: StatusState) => runId
