import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import {
  type ChangedFile,
  type ChangesState,
  isWaiting,
  listWaiting,
  needsTexts,
} from '#shared/projections/changes.ts'
import { untilIdle } from '../../ui/browser/idle-callback.ts'
import { useSessionId, useSessionStore, useSessionView } from '../session-context.tsx'
import { useTextFetching } from '../session-queries.ts'
import { sameItems, useProjection } from '../use-projection.ts'
import type { PendingFile } from './pending-file-changes.ts'

interface PendingChanges {
  /** Files with pending changes at the playhead, as far as they are known. */
  readonly files: readonly PendingFile[]
  /** Whether there is nothing in any of them. */
  readonly isEmpty: boolean
  /** Why some of them cannot be shown, as a sentence. */
  readonly failure: string | undefined
}

/** Pending changes at the playhead. */
export function usePendingChanges(): PendingChanges {
  const waiting = useProjection(useSessionView(), 'changes', listWaiting, sameItems)
  const { files, failure } = usePendingFiles(waiting)
  const isEmpty = listDone(waiting, files).length === waiting.length
  return { files: files.filter(isLeft), isEmpty, failure }
}

/** Number of files with pending changes at the playhead; files that are not read yet count. */
export function usePendingFileCount(): number {
  const waiting = useProjection(useSessionView(), 'changes', listWaiting, sameItems)
  const unsure = useMemo(() => waiting.filter(needsTexts), [waiting])
  const { files } = usePendingFiles(unsure)
  return waiting.length - listDone(unsure, files).length
}

/** Pending changes of a file at the playhead; absent without any, and until they are known. */
export function usePendingFile(path: string): PendingFile | undefined {
  const select = ({ files }: ChangesState): ChangedFile | undefined => files[path]
  const file = useProjection(useSessionView(), 'changes', select)
  const waiting = useMemo(() => (file && isWaiting(file) ? [file] : []), [file])
  const toQuery = usePendingFileQuery(waiting)
  const { data } = useQuery({
    ...toQuery(file),
    ...(waiting.length === 0 && { enabled: false }),
  })
  return waiting.length > 0 && data && isLeft(data) ? data : undefined
}

/** Those that are known. What is read anew stands as it was until all of it has come. */
function usePendingFiles(files: readonly ChangedFile[]): Pick<PendingChanges, 'files' | 'failure'> {
  const toQuery = usePendingFileQuery(files)
  const found = useQueries({ queries: files.map(toQuery) })
  const last = useRef(new Map<string, PendingFile>())
  // All become another at once: what comes first takes no place from what stands above it.
  const isWhole = found.every(({ data, error }) => data || error)
  for (const { data } of found) if (data && isWhole) last.current.set(data.file.path, data)
  const failed = found.find(({ error }) => error !== null)
  return {
    files: files.flatMap(({ path }) => last.current.get(path) ?? []),
    failure: failed?.error?.message,
  }
}

/** How what waits in a file is read: once for all who ask, and once the log has come as far as the last of some. */
function usePendingFileQuery(files: readonly ChangedFile[]) {
  const store = useSessionStore()
  const sessionId = useSessionId()
  const queries = useQueryClient()
  const fetchTexts = useTextFetching()
  const last = files.reduce((seq, file) => Math.max(seq, file.seq), 0)
  const isThere = useSyncExternalStore(store.subscribe, () => last <= store.historySeq)
  return (file: ChangedFile | undefined) =>
    queryOptions({
      queryKey: ['content', 'changes', sessionId, file?.path, file?.seq],
      queryFn: async ({ signal }) => {
        if (!file) throw new Error('Nothing is read without a file.')
        // A playhead that moves on has drawn first, and leaves what it came by unread.
        await untilIdle(signal)
        signal.throwIfAborted()
        const { readChanges } = await import('./read-changes.ts')
        return readChanges(file, { store, sessionId, queries, fetchTexts })
      },
      enabled: isThere,
      staleTime: Number.POSITIVE_INFINITY,
      // Records of a map, and lines: nothing of it is worth comparing.
      structuralSharing: false as const,
      retry: false,
    })
}

/** Whether changes are pending in a file: a person may have undone them by hand. */
function isLeft(pending: PendingFile): boolean {
  return pending.type === 'whole' || pending.text.hunks.length > 0
}

/** Those in which nothing is known to be left: what was read before a file changed again doesn't tell. */
export function listDone(
  waiting: readonly ChangedFile[],
  files: readonly PendingFile[],
): readonly ChangedFile[] {
  const read = new Map(files.map((pending) => [pending.file.path, pending]))
  return waiting.filter(({ path, seq }) => {
    const pending = read.get(path)
    return pending?.file.seq === seq && !isLeft(pending)
  })
}
