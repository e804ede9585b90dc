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
 * The documents that are no longer what they were. A project's list tells of its sessions, a provider's readiness depends on the settings, any file
 * may be one that names what is started, or is named, and some files tell agents something.
 */
export function keysOf(change: z.infer<typeof Change>): readonly QueryKey[] {
  switch (change.topic) {
    case 'sessions':
      return [['sessions'], ['projects']]
    case 'settings':
      return [['settings'], ['models']]
    case 'terminals':
      return [['terminals', change.sessionId]]
    case 'policy':
      return [['policy'], ['mcp']]
    case 'files':
      return [
        ['files'],
        trustKey(change.projectId),
        ...(tellsAgents(change.paths) ? TOLD : []),
        ...(namesServers(change.paths) ? [MCP] : []),
      ]
    case 'agents':
    case 'skills':
    case 'memories':
      return [[change.topic], ['context']]
    default:
      return [[change.topic]]
  }
}

const TOLD: readonly QueryKey[] = [['context'], ['skills'], ['agents']]
const TELLING = /(?:^|\/)(?:AGENTS|CLAUDE(?:\.local)?)\.md$|^\.(?:orrery|claude)(?:\/|$)/

const MCP: QueryKey = ['mcp']

function namesServers(paths: readonly string[] | undefined): boolean {
  return paths?.some((path) => path === '.mcp.json' || path === '.orrery/mcp.json') ?? true
}

/** Without paths, any file may have changed. */
function tellsAgents(paths: readonly string[] | undefined): boolean {
  return paths?.some((path) => TELLING.test(path)) ?? true
}
