import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { Tree } from '#shared/events/snapshot.ts'
import type { FileContent } from '#shared/events/value.ts'
import type { Hash } from '#shared/ids.ts'
import type { FilesState } from '#shared/projections/files.ts'
import type { HostClient } from './connection.ts'
import { useHost } from './host-context.tsx'
import { useSessionId, useSessionView } from './session-context.tsx'
import { sameFields, useProjection } from './use-projection.ts'

export interface ProjectFile extends FileContent {
  /** As agents see it: `/workspace/…`, `/docs/…`. */
  readonly path: string
}

export interface ProjectTree {
  /** Every file at the playhead, sorted by path; absent until its snapshot has come. */
  readonly files?: readonly ProjectFile[]
  readonly isLoading: boolean
  readonly error?: Error
}

/** The project's files at the playhead: the last snapshot before it, and what changed since. */
export function useTree(): ProjectTree {
  const view = useSessionView()
  const client = useHost()
  const sessionId = useSessionId()
  const hash = useProjection(view, 'files', selectTree)
  const changes = useProjection(view, 'files', selectChanges, sameFields)
  const { data, isLoading, error } = useQuery({
    queryKey: ['content', hash ?? 'none', 'tree'],
    queryFn: ({ signal }) => readTree({ client, sessionId, hash, signal }),
    enabled: hash !== undefined,
    gcTime: 60_000,
  })
  const files = useMemo(() => data && mergeTree(data, changes), [data, changes])
  return { isLoading, ...(files && { files }), ...(error && { error }) }
}

const selectTree = (state: FilesState) => state.tree?.ref
const selectChanges = (state: FilesState) => ({ ...state.sinceTree })

interface Reading {
  readonly client: HostClient
  readonly sessionId: ReturnType<typeof useSessionId>
  readonly hash: Hash | undefined
  readonly signal: AbortSignal
}

async function readTree({ client, sessionId, hash, signal }: Reading): Promise<Tree> {
  if (!hash) return {}
  let json = ''
  for await (const piece of client['files.tree']({ sessionId, hash }, signal)) json += piece
  return Tree.parse(JSON.parse(json))
}

/** A snapshot's tree with later changes laid over it, sorted by path. */
export function mergeTree(tree: Tree, changes: FilesState['sinceTree']): readonly ProjectFile[] {
  const files = new Map<string, ProjectFile>()
  for (const [path, { hash, size }] of Object.entries(tree)) {
    files.set(`/workspace/${path}`, { path: `/workspace/${path}`, hash, size })
  }
  for (const [path, content] of Object.entries(changes)) {
    if (content) files.set(path, { path, ...content })
    else files.delete(path)
  }
  return [...files.values()].sort((a, b) => (a.path < b.path ? -1 : 1))
}
