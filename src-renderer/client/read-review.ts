import type { QueryClient } from '@tanstack/react-query'
import type { SessionId } from '#shared/ids.ts'
import type { ReviewedFile } from '#shared/projections/review.ts'
import { compareTexts } from '#shared/review/reviewed-text.ts'
import type { useTextFetching } from './documents.ts'
import { changesOf } from './file-changes.ts'
import { type FileReview, readFileReview, type TextSource } from './file-review.ts'
import type { SessionStore } from './session-store.ts'

/** What a review is read from. */
export interface ReviewReading {
  readonly store: SessionStore
  readonly sessionId: SessionId
  readonly queries: QueryClient
  readonly fetchTexts: ReturnType<typeof useTextFetching>
}

/** What of a file waits for review, once the log has come as far as the last event about it. */
export function readReview(file: ReviewedFile, reading: ReviewReading): Promise<FileReview> {
  const changes = changesOf(reading.store, file.path, file.seq)
  return readFileReview(file, changes, createTextSource(reading))
}

/** The texts of a session's files, and how they compare: each is fetched, and compared, once. */
export function createTextSource({
  sessionId,
  queries,
  fetchTexts,
}: Omit<ReviewReading, 'store'>): TextSource {
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
