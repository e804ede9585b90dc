import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { Content } from '#shared/contract/files.ts'
import type { HostDescription } from '#shared/contract/host.ts'
import type { Provider } from '#shared/contract/models.ts'
import type { Folder, Project } from '#shared/contract/projects.ts'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { PersonTerminal } from '#shared/contract/terminals.ts'
import type { Hash, ProjectId } from '#shared/ids.ts'
import type { Settings } from '#shared/settings.ts'
import { useHost } from './host-context.tsx'
import { useSessionId } from './session-context.tsx'

export function useHostDescription(): UseQueryResult<HostDescription> {
  const client = useHost()
  return useQuery({
    queryKey: ['host'],
    queryFn: ({ signal }) => client['host.describe']({}, signal),
  })
}

/** Most recently opened first. */
export function useProjects(): UseQueryResult<Project[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['projects'],
    queryFn: ({ signal }) => client['projects.list']({}, signal),
  })
}

/** Most recently changed first; without a project, those of all. */
export function useSessions(projectId?: ProjectId): UseQueryResult<SessionSummary[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['sessions', projectId ?? 'all'],
    queryFn: ({ signal }) => client['sessions.list']({ ...(projectId && { projectId }) }, signal),
  })
}

export function useProviders(): UseQueryResult<Provider[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['models'],
    queryFn: ({ signal }) => client['models.list']({}, signal),
  })
}

export function useSettings(): UseQueryResult<Settings> {
  const client = useHost()
  return useQuery({
    queryKey: ['settings'],
    queryFn: ({ signal }) => client['settings.read']({}, signal),
  })
}

/** The folders inside one on the host's machine; without a path, those of home. */
export function useFolder(path: string | undefined): UseQueryResult<Folder> {
  const client = useHost()
  return useQuery({
    queryKey: ['folder', path ?? 'home'],
    queryFn: ({ signal }) => client['projects.browse']({ ...(path && { path }) }, signal),
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** A person's own terminals in this session. */
export function useTerminals(): UseQueryResult<PersonTerminal[]> {
  const client = useHost()
  const sessionId = useSessionId()
  return useQuery({
    queryKey: ['terminals', sessionId],
    queryFn: ({ signal }) => client['terminals.list']({ sessionId }, signal),
  })
}

/** A content by its hash. It never changes, so it is fetched once. */
export function useContent(hash: Hash | null | undefined): UseQueryResult<Content> {
  const client = useHost()
  const sessionId = useSessionId()
  return useQuery({
    queryKey: ['content', hash ?? 'none'],
    queryFn: ({ signal }) => {
      if (!hash) throw new Error('Nothing is fetched without a hash.')
      return client['files.content']({ sessionId, hash }, signal)
    },
    enabled: Boolean(hash),
    gcTime: 60_000,
  })
}

export interface BlobText {
  /** Absent while it is fetched, and where it is not text. */
  readonly text?: string
  readonly isLoading: boolean
  readonly error?: Error
  /** Why it cannot be shown as text. */
  readonly notText?: 'binary' | 'too-large'
}

/** A content as text, by its hash. */
export function useBlobText(hash: Hash | null | undefined): BlobText {
  const { data, isLoading, error } = useContent(hash)
  return {
    isLoading,
    ...(error && { error }),
    ...(data?.type === 'text' && { text: data.text }),
    ...(data && data.type !== 'text' && { notText: data.type }),
  }
}
