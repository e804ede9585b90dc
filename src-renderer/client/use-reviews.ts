import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import {
  isWaiting,
  listWaiting,
  type ReviewedFile,
  type ReviewState,
} from '#shared/projections/review.ts'
import { compareTexts } from '#shared/review/reviewed-text.ts'
import { useTextFetching } from './documents.ts'
import { changesOf } from './file-changes.ts'
import { type FileReview, readFileReview, type TextSource } from './file-review.ts'
import { untilIdle } from './idle.ts'
import { useSessionId, useSessionStore, useSessionView } from './session-context.tsx'
import { sameItems, useProjection } from './use-projection.ts'

export interface Reviews {
  /** Of the files that wait at the playhead, as far as they are known. */
  readonly reviews: readonly FileReview[]
  /** Whether nothing waits. */
  readonly isEmpty: boolean
  /** Why some of them cannot be shown, as a sentence. */
  readonly failure: string | undefined
}

/** What waits for review at the playhead. What is read anew stands as it was until all of it has come. */
export function useReviews(): Reviews {
  const waiting = useProjection(useSessionView(), 'review', listWaiting, sameItems)
  const toQuery = useReviewQuery(waiting)
  const found = useQueries({ queries: waiting.map(toQuery) })
  const last = useRef(new Map<string, FileReview>())
  // All become another at once: what comes first takes no place from what stands above it.
  const isWhole = found.every(({ data, error }) => data || error)
  for (const { data } of found) if (data && isWhole) last.current.set(data.file.path, data)
  const reviews = waiting.flatMap(({ path }) => last.current.get(path) ?? [])
  const failed = found.find(({ error }) => error !== null)
  return { reviews, isEmpty: waiting.length === 0, failure: failed?.error?.message }
}

/** What of a file waits for review at the playhead; absent where nothing does, and until it is known. */
export function useReviewOf(path: string): FileReview | undefined {
  const select = ({ files }: ReviewState): ReviewedFile | undefined => files[path]
  const file = useProjection(useSessionView(), 'review', select)
  const waiting = useMemo(() => (file && isWaiting(file) ? [file] : []), [file])
  const toQuery = useReviewQuery(waiting)
  const { data } = useQuery({
    ...toQuery(file),
    ...(waiting.length === 0 && { enabled: false }),
  })
  return waiting.length > 0 ? data : undefined
}

/** How what waits in a file is read: once for all who ask, and once the log has come as far as the last of some. */
function useReviewQuery(waiting: readonly ReviewedFile[]) {
  const store = useSessionStore()
  const sessionId = useSessionId()
  const source = useTextSource()
  const last = waiting.reduce((seq, file) => Math.max(seq, file.seq), 0)
  const isThere = useSyncExternalStore(store.subscribe, () => last <= store.historySeq)
  return (file: ReviewedFile | undefined) =>
    queryOptions({
      queryKey: ['content', 'review', sessionId, file?.path, file?.seq],
      queryFn: async ({ signal }) => {
        if (!file) throw new Error('Nothing is read without a file.')
        // A playhead that moves on has drawn first, and leaves what it came by unread.
        await untilIdle(signal)
        signal.throwIfAborted()
        return readFileReview(file, changesOf(store, file.path, file.seq), source)
      },
      enabled: isThere,
      staleTime: Number.POSITIVE_INFINITY,
      // Records of a map, and lines: nothing of it is worth comparing.
      structuralSharing: false as const,
      retry: false,
    })
}

function useTextSource(): TextSource {
  const sessionId = useSessionId()
  const queries = useQueryClient()
  const fetchTexts = useTextFetching()
  return {
    fetchText: async (hash) => (await fetchTexts([hash]))[0],
    compare: (seq, texts) =>
      queries.fetchQuery({
        queryKey: ['content', 'compared', sessionId, seq],
        queryFn: () => compareTexts(texts),
        staleTime: Number.POSITIVE_INFINITY,
      }),
  }
}
