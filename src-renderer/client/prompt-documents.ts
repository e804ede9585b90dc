import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { ContextPreview } from '#shared/contract/context.ts'
import type { Memory } from '#shared/contract/memories.ts'
import type { SkillList } from '#shared/contract/skills.ts'
import type { Hash, ProjectId, SessionId } from '#shared/ids.ts'
import { useHost } from './host-context.tsx'

/** Files are edited without anybody saying so. */
const OF_FILES = { staleTime: 0, refetchOnWindowFocus: true } as const

/** Skills of a project; without one, those that every project has. */
export function useSkills(projectId: ProjectId | undefined): UseQueryResult<SkillList> {
  const client = useHost()
  return useQuery({
    queryKey: ['skills', projectId ?? 'everywhere'],
    queryFn: ({ signal }) => client['skills.list']({ ...(projectId && { projectId }) }, signal),
    ...OF_FILES,
  })
}

/** What agents keep of a project, the latest first. */
export function useMemories(projectId: ProjectId): UseQueryResult<Memory[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['memories', 'list', projectId],
    queryFn: ({ signal }) => client['memories.list']({ projectId }, signal),
  })
}

export interface WhichMemory {
  readonly projectId: ProjectId
  readonly name: string
}

/** One that is gone fails with `not-found`, and has what was last read beside it. */
export function useMemory(which: WhichMemory): UseQueryResult<{ text: string; hash: Hash }> {
  const client = useHost()
  return useQuery({
    queryKey: ['memories', 'text', which.projectId, which.name],
    queryFn: ({ signal }) => client['memories.read'](which, signal),
    staleTime: 0,
  })
}

export interface WhichPrompt {
  readonly sessionId: SessionId
  /** `lead`, or a subagent type. */
  readonly agent: string
  /** Of the session, as far as its prompts depend on it: another one asks anew. */
  readonly state?: string
}

/** What the next prompt of a session will be made of. Nothing is run. */
export function useContextPreview(which: WhichPrompt): UseQueryResult<ContextPreview> {
  const { sessionId, agent, state = '' } = which
  const client = useHost()
  return useQuery({
    queryKey: ['context', sessionId, agent, state],
    queryFn: ({ signal }) => client['context.preview']({ sessionId, agent }, signal),
    placeholderData: (before) => (before?.agent === agent ? before : undefined),
    ...OF_FILES,
  })
}
