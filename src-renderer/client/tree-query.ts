import { queryOptions, usePrefetchQuery } from '@tanstack/react-query'
import type { Hash, SessionId } from '#shared/ids.ts'
import type { HostClient } from './connection.ts'
import { useHost } from './host-context.tsx'
import type { OpenSession } from './open-session.ts'
import { type ProjectFile, readTree } from './read-tree.ts'

interface Reading {
  readonly client: HostClient
  readonly sessionId: SessionId
  /** Absent before a snapshot was taken: then there are no files. */
  readonly hash: Hash | undefined
}

/** The files of a snapshot. It never changes, so it is fetched once. */
export function treeQuery(reading: Reading) {
  return queryOptions({
    queryKey: ['content', reading.hash ?? 'none', 'tree'],
    queryFn: ({ signal }) => fetchTree(reading, signal),
    gcTime: 60_000,
  })
}

/** Asks for a session's newest files before anything shows them. */
export function useTreeAhead({ sessionId, store }: OpenSession): void {
  const { tree } = store.live.state('files')
  usePrefetchQuery(treeQuery({ client: useHost(), sessionId, hash: tree?.ref }))
}

async function fetchTree(
  { client, sessionId, hash }: Reading,
  signal: AbortSignal,
): Promise<readonly ProjectFile[]> {
  if (!hash) return []
  let json = ''
  for await (const piece of client['files.tree']({ sessionId, hash }, signal)) json += piece
  return readTree(json)
}
