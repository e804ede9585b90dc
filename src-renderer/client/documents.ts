import {
  keepPreviousData,
  type UseQueryResult,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { AgentList, Playbook } from '#shared/contract/agents.ts'
import type { InboxItem } from '#shared/contract/approvals.ts'
import type { Content } from '#shared/contract/files.ts'
import type { HostDescription } from '#shared/contract/host.ts'
import type { Provider } from '#shared/contract/models.ts'
import type { HeldRule, RuleSuggestion } from '#shared/contract/policy.ts'
import type { Folder, Project } from '#shared/contract/projects.ts'
import type { SessionSummary } from '#shared/contract/sessions.ts'
import type { KeyedService } from '#shared/contract/settings.ts'
import type { StoreSizes } from '#shared/contract/store.ts'
import type { PersonTerminal } from '#shared/contract/terminals.ts'
import type { TrustList } from '#shared/contract/trust.ts'
import type { ApprovalId, Hash, ProjectId, SessionId } from '#shared/ids.ts'
import type { Settings } from '#shared/settings.ts'
import { countWaiting } from './count-waiting.ts'
import { useHost } from './host-context.tsx'
import { useCommands, useSessionId } from './session-context.tsx'

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

/** What waits for a person in all sessions, the longest waiting first. */
export function useInbox(): UseQueryResult<InboxItem[]> {
  const client = useHost()
  return useQuery({
    queryKey: INBOX,
    queryFn: ({ signal }) => client['approvals.inbox']({}, signal),
  })
}

/** It is out of date whenever the sessions are. */
export const INBOX = ['sessions', 'inbox'] as const

/** How many calls wait for a person in all sessions, as far as they are listed. */
export function useWaitingCalls(): number {
  const { data: sessions = [] } = useSessions()
  return countWaiting(sessions)
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

/** What else agents need a key for. */
export function useServices(): UseQueryResult<KeyedService[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['settings', 'services'],
    queryFn: ({ signal }) => client['settings.services']({}, signal),
  })
}

/** Measured anew each time it is shown: every row of the store is looked at. */
export function useStoreSizes(): UseQueryResult<StoreSizes> {
  const client = useHost()
  return useQuery({
    queryKey: STORE_SIZES,
    queryFn: ({ signal }) => client['store.sizes']({}, signal),
    staleTime: 0,
  })
}

export const STORE_SIZES = ['store', 'sizes'] as const

/** Subagent types of a project; without one, those that every project has. */
export function useAgents(projectId: ProjectId | undefined): UseQueryResult<AgentList> {
  const client = useHost()
  return useQuery({
    queryKey: ['agents', projectId ?? 'everywhere'],
    queryFn: ({ signal }) => client['agents.list']({ ...(projectId && { projectId }) }, signal),
    // Files are edited without anybody saying so.
    staleTime: 0,
  })
}

/** Ways of working that a prompt starts with `/name`. */
export function usePlaybooks(): UseQueryResult<Playbook[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['playbooks'],
    queryFn: ({ signal }) => client['playbooks.list']({}, signal),
  })
}

export interface RulePlace {
  readonly projectId: ProjectId | undefined
  readonly sessionId: SessionId | undefined
}

/** What is always allowed in a project, and in a session of it; oldest first. */
export function useRules({ projectId, sessionId }: RulePlace): UseQueryResult<HeldRule[]> {
  const client = useHost()
  return useQuery({
    queryKey: ['policy', 'rules', projectId, sessionId],
    queryFn: ({ signal }) => {
      if (!projectId) throw new Error('Rules are those of a project.')
      return client['policy.rules']({ projectId, ...(sessionId && { sessionId }) }, signal)
    },
    enabled: projectId !== undefined,
    staleTime: 0,
  })
}

/**
 * The rules that can be made of a call that waits, and what each would have decided so far. Asked for
 * where the call can be decided; in the past there are those that were there.
 */
export function useRuleSuggestions(approvalId: ApprovalId): UseQueryResult<RuleSuggestion[]> {
  const client = useHost()
  const sessionId = useSessionId()
  const isDecidable = useCommands() !== undefined
  return useQuery({
    enabled: isDecidable,
    queryKey: ['policy', 'suggestions', approvalId],
    queryFn: ({ signal }) => client['policy.suggestRules']({ sessionId, approvalId }, signal),
    staleTime: 0,
  })
}

/** What a project's own files name to be started, as they are now. */
export function useTrust(projectId: ProjectId | undefined): UseQueryResult<TrustList> {
  const client = useHost()
  return useQuery({
    queryKey: trustKey(projectId),
    queryFn: ({ signal }) => {
      if (!projectId) throw new Error('Trust is given in a project.')
      return client['trust.list']({ projectId }, signal)
    },
    enabled: projectId !== undefined,
    // Not every change of a file is noticed.
    staleTime: 0,
    refetchOnWindowFocus: true,
  })
}

export function trustKey(projectId: ProjectId | undefined) {
  return ['policy', 'trust', projectId] as const
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
  return useContentOf(useSessionId(), hash)
}

/** A content of any session's. */
export function useContentOf(
  sessionId: SessionId,
  hash: Hash | null | undefined,
): UseQueryResult<Content> {
  const client = useHost()
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

/** Fetches contents as texts, for what is needed whole; what is no text is `undefined`. */
export function useTextFetching(): (
  hashes: readonly Hash[],
) => Promise<readonly (string | undefined)[]> {
  const client = useHost()
  const sessionId = useSessionId()
  const queries = useQueryClient()
  const fetchOne = async (hash: Hash) => {
    const content = await queries.fetchQuery({
      queryKey: ['content', hash],
      queryFn: ({ signal }) => client['files.content']({ sessionId, hash }, signal),
      staleTime: Number.POSITIVE_INFINITY,
    })
    return content.type === 'text' ? content.text : undefined
  }
  return (hashes) => Promise.all(hashes.map(fetchOne))
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
