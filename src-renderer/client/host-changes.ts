import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { z } from 'zod'
import type { Change } from '#shared/contract/host.ts'
import { AppError } from '#shared/error.ts'
import type { Connection } from './connection.ts'
import { trustKey } from './documents.ts'

/** Fetches again what the host says has changed, and everything after a time out of reach. */
export async function followChanges(
  connection: Connection,
  queries: QueryClient,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    try {
      await connection.untilOpen(signal)
      void queries.invalidateQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'content' })
      for await (const change of connection.client['host.changes']({}, signal)) {
        invalidate(queries, change)
      }
      return
    } catch (error) {
      if (signal.aborted) return
      if (!AppError.is(error) || error.code !== 'unavailable') throw error
    }
  }
}

function invalidate(queries: QueryClient, change: z.infer<typeof Change>): void {
  for (const queryKey of keysOf(change)) void queries.invalidateQueries({ queryKey })
}

/**
 * A project's list tells of its sessions, a provider's readiness depends on the settings, and any
 * file may be one that names what is started, or is named.
 */
function keysOf(change: z.infer<typeof Change>): readonly QueryKey[] {
  if (change.topic === 'sessions') return [['sessions'], ['projects']]
  if (change.topic === 'settings') return [['settings'], ['models']]
  if (change.topic === 'terminals') return [['terminals', change.sessionId]]
  if (change.topic === 'files') return [['files'], trustKey(change.projectId)]
  return [[change.topic]]
}
