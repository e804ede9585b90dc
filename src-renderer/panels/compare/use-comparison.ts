import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { type Comparison, compareRuns } from '#shared/compare/compare-runs.ts'
import { upToItsEnd } from '#shared/compare/find-run.ts'
import { recordRun } from '#shared/compare/record-run.ts'
import type { RunRecord } from '#shared/compare/run-record.ts'
import type { ListedRun } from '#shared/contract/procedures/runs.ts'
import type { AnyEvent } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { SessionId } from '#shared/lib/ids.ts'
import type { HostClient } from '../../connection/connection.ts'
import { useHost } from '../../connection/host-context.tsx'
import type { RunPlace } from '../../navigation/route.ts'
import { useHostQuery } from '../../queries/host-query.ts'

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
  const runs = useHostQuery('runs.list', { sessionId })
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
  for await (const page of client['sessions.readEvents']({ sessionId, ...range }, signal)) {
    for (const event of page) events.push(event)
  }
  return upToItsEnd(events)
}

interface Lists {
  readonly own: readonly ListedRun[]
  /** Those of the session that it was forked from. */
  readonly there: readonly ListedRun[]
}

/**
 * The run there that a fork's own run is another course of: the one it began in, else the one that
 * followed. Nothing for what it inherited, which is the same. `fromSeq` is where there it began.
 */
export function originOf(
  { own, there }: Lists,
  { run, fromSeq }: { readonly run: number; readonly fromSeq: number },
): ListedRun | undefined {
  // The first of its own is listed from where the run began that the fork cut.
  const isInherited = ({ seq }: ListedRun, index: number) =>
    seq <= fromSeq && seq !== own[index - 1]?.seq
  const inherited = own.filter(isInherited).length
  if (run <= inherited) return undefined
  const cut = there.find(({ seq }) => seq === own[inherited]?.seq)
  return cut ?? there[inherited] ?? there.at(-1)
}
