import type { QueryClient, QueryKey } from '@tanstack/react-query'
import type { Change } from '#shared/contract/procedures/host.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { Connection } from '../connection/connection.ts'
import { type CallPath, hostQueryKey } from './host-query.ts'

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

function invalidate(queries: QueryClient, change: Change): void {
  for (const queryKey of keysOf(change)) void queries.invalidateQueries({ queryKey })
}

/** Fetches documents again that a command has changed, without waiting for the host to announce it. */
export async function refetchDocuments(
  queries: QueryClient,
  ...paths: readonly CallPath[]
): Promise<void> {
  await Promise.all(toKeys(paths).map((queryKey) => queries.invalidateQueries({ queryKey })))
}

/**
 * Returns the keys of the documents that a change makes stale. A project's list contains its sessions, a
 * provider's readiness depends on the settings, some files name programs to start, and some instruct agents.
 */
export function keysOf(change: Change): readonly QueryKey[] {
  switch (change.topic) {
    case 'terminals':
      return [hostQueryKey('terminals.list', { sessionId: change.sessionId })]
    case 'files':
      return [
        ...toKeys(staleAfter.files),
        ...(namesStartables(change.paths)
          ? [hostQueryKey('trust.list', { projectId: change.projectId })]
          : []),
        ...(instructsAgents(change.paths) ? toKeys(INSTRUCTIONS) : []),
        ...(namesServers(change.paths) ? [hostQueryKey('mcp.list')] : []),
      ]
    default:
      return toKeys(staleAfter[change.topic])
  }
}

function toKeys(paths: readonly CallPath[]): readonly QueryKey[] {
  return paths.map((path) => hostQueryKey(path))
}

type Topic = Exclude<Change['topic'], 'terminals'>

const PROMPTS: readonly CallPath[] = ['context.preview', 'context.thread']
const INSTRUCTIONS: readonly CallPath[] = [...PROMPTS, 'skills.list', 'agents.list', 'agents.read']

const staleAfter: Readonly<Record<Topic, readonly CallPath[]>> = {
  host: ['host.describe'],
  projects: ['projects.list'],
  sessions: [
    'sessions.list',
    'projects.list',
    'approvals.inbox',
    'runs.list',
    'spending.budgets',
    'spending.calls',
    'spending.report',
  ],
  models: ['models.list'],
  settings: ['settings.read', 'settings.services', 'environment.read', 'models.list'],
  // Trust decides which programs a commit may run.
  policy: [
    'policy.denials',
    'policy.explain',
    'policy.rules',
    'policy.suggestRules',
    'trust.list',
    'sessions.previewFork',
    'mcp.list',
    'changes.previewCommit',
  ],
  agents: ['agents.list', 'agents.read', ...PROMPTS],
  skills: ['skills.list', ...PROMPTS],
  memories: ['memories.list', 'memories.read', ...PROMPTS],
  tasks: ['tasks.list'],
  mcp: ['mcp.list'],
  files: ['files.read', 'files.committed', 'files.conditions'],
}

const INSTRUCTING = /(?:^|\/)(?:AGENTS|CLAUDE(?:\.local)?)\.md$|^\.(?:orrery|claude)(?:\/|$)/

/** Comparing a project's files at every change of one would keep the host busy: a start compares them. */
function namesStartables(paths: readonly string[] | undefined): boolean {
  return paths?.some((path) => STARTING.test(path)) ?? true
}

const STARTING =
  /^(?:\.mcp\.json|\.orrery\/(?:mcp|hooks|settings)\.json|(?:\.vscode\/)?launch\.json|\.claude\/settings(?:\.local)?\.json)$/u

function namesServers(paths: readonly string[] | undefined): boolean {
  return paths?.some((path) => path === '.mcp.json' || path === '.orrery/mcp.json') ?? true
}

/** Without paths, any file may have changed. */
function instructsAgents(paths: readonly string[] | undefined): boolean {
  return paths?.some((path) => INSTRUCTING.test(path)) ?? true
}
