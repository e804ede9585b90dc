import type { QueryClient } from '@tanstack/react-query'
import { compareTexts } from '#shared/changes/pending-text.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { ChangedFile } from '#shared/projections/changes.ts'
import type { useTextFetching } from '../session-queries.ts'
import type { SessionStore } from '../store/session-store.ts'
import { type PendingFile, readPendingFile, type TextSource } from './pending-file-changes.ts'
import { changesOf } from './session-file-changes.ts'

/** Sources that pending changes are read from. */
export interface ChangesReading {
  readonly store: SessionStore
  readonly sessionId: SessionId
  readonly queries: QueryClient
  readonly fetchTexts: ReturnType<typeof useTextFetching>
}

/** Reads the pending changes of a file, once the log includes the last event about it. */
export function readChanges(file: ChangedFile, reading: ChangesReading): Promise<PendingFile> {
  const changes = changesOf(reading.store, file.path, file.seq)
  return readPendingFile(file, changes, createTextSource(reading))
}

/** The texts of a session's files, and how they compare: each is fetched, and compared, once. */
export function createTextSource({
  sessionId,
  queries,
  fetchTexts,
}: Omit<ChangesReading, 'store'>): TextSource {
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
