import { useQuery } from '@tanstack/react-query'
import type { FolderCondition } from '#shared/contract/files.ts'
import { useHost } from '../../client/host-context.tsx'
import { useSessionId } from '../../client/session-context.tsx'

export interface Conditions {
  readonly conditions: readonly FolderCondition[]
  /** They change without anybody saying so. */
  readonly lookAgain: () => void
}

/** What the project's folder lacks, as it was last looked at. */
export function useConditions(): Conditions {
  const client = useHost()
  const sessionId = useSessionId()
  const { data = [], refetch } = useQuery({
    queryKey: ['files', 'conditions', sessionId],
    queryFn: ({ signal }) => client['files.conditions']({ sessionId }, signal),
  })
  return { conditions: data, lookAgain: () => void refetch() }
}
