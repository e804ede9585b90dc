import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Denial, PolicyExplanation, PolicyQuestion } from '#shared/contract/policy.ts'
import type { ProjectId } from '#shared/ids.ts'
import { useHost } from '../../client/host-context.tsx'

/** The names of the tools that agents can have. */
export function useToolNames(): readonly string[] {
  const client = useHost()
  const { data } = useQuery({
    queryKey: ['content', 'tools'],
    queryFn: ({ signal }) => client['policy.tools']({}, signal),
  })
  return data?.map(({ name }) => name) ?? []
}

/** What was refused in a project, the latest first. */
export function useDenials(projectId: ProjectId): UseQueryResult<Denial[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['policy', 'denials', projectId],
    queryFn: ({ signal }) => client['policy.denials']({ projectId }, signal),
    // Looked up when it is looked at: all logs of the project are gone through.
    staleTime: 0,
  })
}

export const EXPLAINED = ['policy', 'explain'] as const

/** What a call would come to; nothing is asked while there is no question. */
export function useExplanation(
  question: PolicyQuestion | undefined,
): UseQueryResult<PolicyExplanation> {
  const client = useHost()
  return useQuery({
    queryKey: [...EXPLAINED, question],
    queryFn: ({ signal }) => {
      if (!question) throw new Error('A call is asked about.')
      return client['policy.explain'](question, signal)
    },
    enabled: question !== undefined,
    staleTime: 0,
    retry: false,
  })
}
