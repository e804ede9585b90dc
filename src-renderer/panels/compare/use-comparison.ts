import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Comparison, compareRuns } from '#shared/compare/compare-runs.ts'
import { recordRun } from '#shared/compare/record-run.ts'
import { upToItsEnd } from '#shared/compare/run-events.ts'
import type { RunRecord } from '#shared/compare/run-record.ts'
import type { ListedRun } from '#shared/contract/runs.ts'
import { AppError } from '#shared/error.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import type { SessionId } from '#shared/ids.ts'
import type { HostClient } from '../../client/connection.ts'
import { useHost } from '../../client/host-context.tsx'
import type { RunPlace } from '../../client/run-place.ts'

/** The runs of a session, in the order they began. */
export function useRuns(sessionId: SessionId): UseQueryResult<ListedRun[]> {
  const client = useHost()
  return useQuery({
    // What invalidates the list of sessions does so with their runs.
    queryKey: ['sessions', 'runs', sessionId],
    queryFn: ({ signal }) => client['runs.list']({ sessionId }, signal),
  })
}

export interface Compared {
  /** Absent until both runs have been read. */
  readonly comparison: Comparison | undefined
  /** Why one of them can't be had, as a sentence. */
  readonly error: string | undefined
}

/** Two runs side by side; one that is under way is read again as its session changes. */
export function useComparison(left: RunPlace, right: RunPlace): Compared {
  const [one, other] = [useRecord(left), useRecord(right)]
  const comparison = useMemo(
    () => (one.data && other.data ? compareRuns(one.data, other.data) : undefined),
    [one.data, other.data],
  )
  const failure = one.error ?? other.error
  return { comparison, error: failure ? AppError.toWire(failure).message : undefined }
}

function useRecord({ sessionId, run }: RunPlace): UseQueryResult<RunRecord> {
  const client = useHost()
  const runs = useRuns(sessionId)
  const listed = runs.data?.find((one) => one.run === run)
  return useQuery({
    queryKey: ['content', 'run', sessionId, run, listed?.endSeq],
    queryFn: async ({ signal }) => {
      if (runs.error) throw runs.error
      if (!listed) throw new AppError('not-found', `The session has no run ${run}.`)
      return recordRun(await readRun({ client, sessionId, listed }, signal))
    },
    enabled: runs.data !== undefined || runs.error !== null,
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  })
}

interface Reading {
  readonly client: HostClient
  readonly sessionId: SessionId
  readonly listed: ListedRun
}

async function readRun(
  { client, sessionId, listed }: Reading,
  signal: AbortSignal,
): Promise<readonly AnyEvent[]> {
  const range = { after: listed.seq - 1, through: listed.endSeq }
  const events: AnyEvent[] = []
  for await (const page of client['sessions.history']({ sessionId, ...range }, signal)) {
    for (const event of page) events.push(event)
  }
  return upToItsEnd(events)
}
