import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { FileContent } from '#shared/events/value.ts'
import type { FilesState } from '#shared/projections/files.ts'
import { useHost } from '../connection/host-context.tsx'
import { layOver, type ProjectFile, treeQuery } from './file-tree.ts'
import { useSessionId, useSessionView } from './session-context.tsx'
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
  const files = useMemo(() => known && layOverOnce(known, changes), [known, changes])
  return { isLoading, ...(files && { files }), ...(error && { error }) }
}

type Changes = Readonly<Record<string, FileContent | null>>

/** By the snapshot's files: what was laid over them last. */
const lastLaid = new WeakMap<
  readonly ProjectFile[],
  { readonly changes: Changes; readonly files: readonly ProjectFile[] }
>()

/** Every panel that shows files asks for the same at the same moment. */
function layOverOnce(known: readonly ProjectFile[], changes: Changes): readonly ProjectFile[] {
  const last = lastLaid.get(known)
  if (last && sameFields(last.changes, changes)) return last.files
  const files = layOver(known, changes)
  lastLaid.set(known, { changes, files })
  return files
}

const selectTree = (state: FilesState) => state.tree?.ref

/** By what they are in: what they were when they were last asked for. */
const lastChanges = new WeakMap<Changes, Changes>()

/** They change where they are. Copied for the first who asks, and given to all. */
function selectChanges({ sinceTree }: FilesState): Changes {
  const last = lastChanges.get(sinceTree)
  if (last && sameFields(last, sinceTree)) return last
  const changes = { ...sinceTree }
  lastChanges.set(sinceTree, changes)
  return changes
}
