import { queryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { Content } from '#shared/contract/procedures/files.ts'
import type { RuleSuggestion } from '#shared/contract/procedures/permissions.ts'
import type { PersonTerminal } from '#shared/contract/procedures/terminals.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { StoredJson, StoredText } from '#shared/events/value.ts'
import { assert } from '#shared/lib/assert.ts'
import type { ApprovalId, Hash, SessionId } from '#shared/lib/ids.ts'
import type { CallItem } from '#shared/projections/transcript-items.ts'
import type { HostClient } from '../connection/connection.ts'
import { useHost } from '../connection/host-context.tsx'
import { useHostQuery } from '../queries/host-query.ts'
import { useCommands, useSessionId, useSessionStore } from './session-context.tsx'

/**
 * The rules that can be made of a call that waits, and what each would have decided so far. They are
 * fetched only while the call can be decided.
 */
export function useRuleSuggestions(approvalId: ApprovalId): UseQueryResult<RuleSuggestion[]> {
  const sessionId = useSessionId()
  const enabled = useCommands() !== undefined
  return useHostQuery('policy.suggestRules', { sessionId, approvalId }, { enabled })
}

/** A person's own terminals in this session. */
export function useTerminals(): UseQueryResult<PersonTerminal[]> {
  return useHostQuery('terminals.list', { sessionId: useSessionId() })
}

/** A content of this session by its hash. */
export function useContent(hash: Hash | null | undefined): UseQueryResult<Content> {
  return useContentOf(useSessionId(), hash)
}

/** A content of any session by its hash. */
export function useContentOf(
  sessionId: SessionId,
  hash: Hash | null | undefined,
): UseQueryResult<Content> {
  const query = contentQuery(useHost(), sessionId, hash)
  return useQuery({ ...query, enabled: Boolean(hash), gcTime: 60_000 })
}

/** A content never changes and has the same hash in every session, so it is fetched once. */
function contentQuery(client: HostClient, sessionId: SessionId, hash: Hash | null | undefined) {
  return queryOptions({
    queryKey: ['content', hash ?? 'none'],
    queryFn: ({ signal }) => {
      assert(hash, 'a content is fetched by its hash')
      return client['files.content']({ sessionId, hash }, signal)
    },
    staleTime: Number.POSITIVE_INFINITY,
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
    const content = await queries.fetchQuery(contentQuery(client, sessionId, hash))
    return content.type === 'text' ? content.text : undefined
  }
  return (hashes) => Promise.all(hashes.map(fetchOne))
}

interface BlobText {
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

export interface Loaded {
  readonly text: string
  /** What is shown is its beginning only. */
  readonly isPartial: boolean
}

/** A stored text whole; its beginning while it is fetched. */
export function useStoredText(stored: StoredText | undefined): Loaded {
  const ref = typeof stored === 'object' ? stored : undefined
  const { text } = useBlobText(ref?.ref)
  if (typeof stored === 'string') return { text: stored, isPartial: false }
  return { text: text ?? ref?.head ?? '', isPartial: ref !== undefined && text === undefined }
}

/** Stored JSON as text for a person. */
export function useStoredJson(stored: StoredJson): Loaded {
  const { text } = useBlobText('ref' in stored ? stored.ref : undefined)
  if ('json' in stored) return { text: JSON.stringify(stored.json, null, 2), isPartial: false }
  return { text: text ?? stored.head ?? '', isPartial: text === undefined }
}

export function isAnswered({ hasResult, takenBack }: CallItem): boolean {
  return hasResult === true || takenBack !== undefined
}

/** What a call was answered. Where the history has not come so far, the event that tells is asked for alone. */
export function useCallResult({ endSeq = 0, takenBack }: CallItem): Loaded {
  const client = useHost()
  const sessionId = useSessionId()
  const store = useSessionStore()
  const held = useSyncExternalStore(store.subscribe, () => resultOf(store.eventAt(endSeq), endSeq))
  const { data, isPending } = useQuery({
    queryKey: ['result', sessionId, endSeq],
    queryFn: ({ signal }) => askForResult(client, { sessionId, endSeq }, signal),
    enabled: held === undefined && takenBack === undefined,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const result = takenBack ?? held ?? data
  const { text, isPartial } = useStoredText(result)
  return { text, isPartial: isPartial || (result === undefined && isPending) }
}

function resultOf(event: AnyEvent | undefined, endSeq: number): StoredText | undefined {
  return event?.kind === 'tool.ended' && event.seq === endSeq ? event.data.result : undefined
}

interface Ending {
  readonly sessionId: SessionId
  readonly endSeq: number
}

async function askForResult(
  client: HostClient,
  { sessionId, endSeq }: Ending,
  signal: AbortSignal,
): Promise<StoredText> {
  const range = { sessionId, after: endSeq - 1, through: endSeq }
  for await (const page of client['sessions.readEvents'](range, signal)) {
    const result = page.map((event) => resultOf(event, endSeq)).find((one) => one !== undefined)
    if (result !== undefined) return result
  }
  return ''
}
