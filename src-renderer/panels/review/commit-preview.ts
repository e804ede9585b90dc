import { queryOptions } from '@tanstack/react-query'
import type { CommitPreview } from '#shared/contract/review.ts'
import type { SessionId } from '#shared/ids.ts'
import type { HostClient } from '../../client/connection.ts'

/** How long what was looked at before the dialog came is good for the dialog. */
const FRESH_MS = 10_000

/** What a commit could hold. Git is asked, which tells of no change. */
export function commitPreviewQuery(client: HostClient, sessionId: SessionId) {
  return queryOptions({
    queryKey: ['review', 'commit', sessionId],
    queryFn: ({ signal }) => client['review.previewCommit']({ sessionId }, signal),
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    retry: false,
  })
}

/** Why there is nothing to commit, as a sentence; `undefined` where there are files to be looked at. */
export function tellNothing({ obstacle, files }: CommitPreview): string | undefined {
  if (obstacle !== undefined) return obstacle
  return files.length > 0
    ? undefined
    : 'Nothing was accepted that is not committed. Accept changes first.'
}
