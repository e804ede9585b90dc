import { useQueries, useQueryClient } from '@tanstack/react-query'
import { useSyncExternalStore } from 'react'
import type { CommitPreview } from '#shared/contract/review.ts'
import type { Hash } from '#shared/ids.ts'
import { countOwnLines } from '#shared/review/own-lines.ts'
import { useTextFetching } from '../../client/documents.ts'
import { changesOf } from '../../client/file-changes.ts'
import { readText, readTold } from '../../client/file-review.ts'
import { useHost } from '../../client/host-context.tsx'
import { createTextSource, type ReviewReading } from '../../client/read-review.ts'
import { useSessionId, useSessionStore } from '../../client/session-context.tsx'

/** How many lines a commit of some files would hold that a person wrote; by path, as far as that is known. */
export function useOwnLines({ files, head }: CommitPreview): ReadonlyMap<string, number> {
  const client = useHost()
  const sessionId = useSessionId()
  const store = useSessionStore()
  const reading = { store, sessionId, queries: useQueryClient(), fetchTexts: useTextFetching() }
  const isThere = useSyncExternalStore(store.subscribe, () => store.isHistoryComplete)
  const committable = files.filter(({ obstacle }) => obstacle === undefined)
  const found = useQueries({
    queries: committable.map(({ path }) => ({
      queryKey: ['review', 'own-lines', sessionId, path, head],
      queryFn: async () => {
        const asked = { sessionId, path, commit: head }
        const hash = head ? (await client['files.committed'](asked)).hash : null
        return [path, await readOwnLines(path, hash, reading)] as const
      },
      enabled: isThere,
      staleTime: 0,
      gcTime: 0,
      retry: false,
    })),
  })
  return new Map(found.flatMap(({ data }) => (data?.[1] ? [[data[0], data[1]]] : [])))
}

/** `undefined`: not all of its texts are known. */
async function readOwnLines(
  path: string,
  committed: Hash | null,
  reading: ReviewReading,
): Promise<number | undefined> {
  const { store } = reading
  const acceptance = store.live.state('review').files[path]?.accepted
  if (!acceptance) return undefined
  const changes = changesOf(store, path, acceptance.seq)
  if (!changes.some(({ type }) => type === 'person')) return 0
  const source = createTextSource(reading)
  const [before, accepted, ...told] = await Promise.all([
    committed && readText({ hash: committed, size: 0 }, source),
    readText(acceptance.content, source),
    ...changes.map(async (change) => {
      const texts = await readTold(change, source)
      return texts && { ...texts, isOwn: change.type === 'person' }
    }),
  ])
  const known = told.filter((change) => change !== undefined)
  if (before === undefined || accepted === undefined || known.length < told.length) return undefined
  return countOwnLines({ committed: before, accepted, changes: known })
}
