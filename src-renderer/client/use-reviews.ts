import { queryOptions, useQueries, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useSyncExternalStore } from 'react'
import {
  isWaiting,
  listWaiting,
  needsTexts,
  type ReviewedFile,
  type ReviewState,
} from '#shared/projections/review.ts'
import { useTextFetching } from './documents.ts'
import type { FileReview } from './file-review.ts'
import { untilIdle } from './idle.ts'
import { isLeft, listDone } from './left-to-review.ts'
import { useSessionId, useSessionStore, useSessionView } from './session-context.tsx'
import { sameItems, useProjection } from './use-projection.ts'

export interface Reviews {
  /** Of the files in which something is left to review at the playhead, as far as they are known. */
  readonly reviews: readonly FileReview[]
  /** Whether there is nothing in any of them. */
  readonly isEmpty: boolean
  /** Why some of them cannot be shown, as a sentence. */
  readonly failure: string | undefined
}

/** What waits for review at the playhead. */
export function useReviews(): Reviews {
  const waiting = useProjection(useSessionView(), 'review', listWaiting, sameItems)
  const { reviews, failure } = useReviewsOf(waiting)
  const isEmpty = listDone(waiting, reviews).length === waiting.length
  return { reviews: reviews.filter(isLeft), isEmpty, failure }
}

/** In how many files something is left to review at the playhead; those that are not read yet count. */
export function useCountToReview(): number {
  const waiting = useProjection(useSessionView(), 'review', listWaiting, sameItems)
  const unsure = useMemo(() => waiting.filter(needsTexts), [waiting])
  const { reviews } = useReviewsOf(unsure)
  return waiting.length - listDone(unsure, reviews).length
}

/** What of a file is left to review at the playhead; absent where nothing is, and until it is known. */
export function useReviewOf(path: string): FileReview | undefined {
  const select = ({ files }: ReviewState): ReviewedFile | undefined => files[path]
  const file = useProjection(useSessionView(), 'review', select)
  const waiting = useMemo(() => (file && isWaiting(file) ? [file] : []), [file])
  const toQuery = useReviewQuery(waiting)
  const { data } = useQuery({
    ...toQuery(file),
    ...(waiting.length === 0 && { enabled: false }),
  })
  return waiting.length > 0 && data && isLeft(data) ? data : undefined
}

/** Those that are known. What is read anew stands as it was until all of it has come. */
function useReviewsOf(files: readonly ReviewedFile[]): Pick<Reviews, 'reviews' | 'failure'> {
  const toQuery = useReviewQuery(files)
  const found = useQueries({ queries: files.map(toQuery) })
  const last = useRef(new Map<string, FileReview>())
  // All become another at once: what comes first takes no place from what stands above it.
  const isWhole = found.every(({ data, error }) => data || error)
  for (const { data } of found) if (data && isWhole) last.current.set(data.file.path, data)
  const failed = found.find(({ error }) => error !== null)
  return {
    reviews: files.flatMap(({ path }) => last.current.get(path) ?? []),
    failure: failed?.error?.message,
  }
}

/** How what waits in a file is read: once for all who ask, and once the log has come as far as the last of some. */
function useReviewQuery(files: readonly ReviewedFile[]) {
  const store = useSessionStore()
  const sessionId = useSessionId()
  const queries = useQueryClient()
  const fetchTexts = useTextFetching()
  const last = files.reduce((seq, file) => Math.max(seq, file.seq), 0)
  const isThere = useSyncExternalStore(store.subscribe, () => last <= store.historySeq)
  return (file: ReviewedFile | undefined) =>
    queryOptions({
      queryKey: ['content', 'review', sessionId, file?.path, file?.seq],
      queryFn: async ({ signal }) => {
        if (!file) throw new Error('Nothing is read without a file.')
        // A playhead that moves on has drawn first, and leaves what it came by unread.
        await untilIdle(signal)
        signal.throwIfAborted()
        const { readReview } = await import('./read-review.ts')
        return readReview(file, { store, sessionId, queries, fetchTexts })
      },
      enabled: isThere,
      staleTime: Number.POSITIVE_INFINITY,
      // Records of a map, and lines: nothing of it is worth comparing.
      structuralSharing: false as const,
      retry: false,
    })
}
