import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FilesState } from '#shared/projections/files.ts'
import { useHost } from './host-context.tsx'
import { layOver, type ProjectFile } from './read-tree.ts'
import { useSessionId, useSessionView } from './session-context.tsx'
import { treeQuery } from './tree-query.ts'
import { sameFields, useProjection } from './use-projection.ts'

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
    ...treeQuery({ client, sessionId, hash }),
    enabled: hash !== undefined,
  })
  // Before it was looked through, a project is not one without files.
  const isKnown = hash !== undefined || Object.keys(changes).length > 0
  const known = isKnown ? data : undefined
  const files = useMemo(() => known && layOver(known, changes), [known, changes])
  return { isLoading, ...(files && { files }), ...(error && { error }) }
}

const selectTree = (state: FilesState) => state.tree?.ref
const selectChanges = (state: FilesState) => ({ ...state.sinceTree })
