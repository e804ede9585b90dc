import { type DefaultOptions, QueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/lib/app-error.ts'
import { type CallPath, hostQueryKey } from './host-query.ts'

/** A query client for documents of the host, which stay fresh until the host announces a change. */
export function createQueryClient(): QueryClient {
  const queries = new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: Number.POSITIVE_INFINITY,
        networkMode: 'always',
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          AppError.is(error) && error.code === 'unavailable' && failures < 20,
        retryDelay: 500,
      },
      mutations: { networkMode: 'always', retry: false },
    },
  })
  for (const { options, paths } of exceptions) {
    for (const path of paths) queries.setQueryDefaults(hostQueryKey(path), options)
  }
  return queries
}

interface Exception {
  readonly options: NonNullable<DefaultOptions['queries']>
  readonly paths: readonly CallPath[]
}

/** How long a commit's preview that was fetched before its dialog opened is fresh enough for the dialog. */
const PREVIEW_FRESH_MS = 10_000

/** Documents that may change without an announcement. */
const exceptions: readonly Exception[] = [
  {
    options: { staleTime: 0 },
    paths: [
      'agents.list',
      'mcp.list',
      'memories.read',
      // The host searches every log of the project for these, so it can't announce their changes.
      'policy.denials',
      'policy.rules',
      'policy.suggestRules',
      'projects.browse',
      'codeReviews.choices',
      'store.sizes',
    ],
  },
  {
    options: { staleTime: 0, refetchOnWindowFocus: true },
    paths: ['context.preview', 'skills.list', 'trust.list'],
  },
  {
    options: { staleTime: 0, retry: false },
    paths: ['agents.read', 'policy.explain', 'sessions.previewFork'],
  },
  {
    options: { staleTime: 0, gcTime: 0 },
    paths: ['exchange.previewReplay', 'models.check', 'previews.reach'],
  },
  { options: { staleTime: 0, gcTime: 0, retry: false }, paths: ['sessions.previewRewind'] },
  {
    options: { staleTime: PREVIEW_FRESH_MS, gcTime: PREVIEW_FRESH_MS, retry: false },
    paths: ['changes.previewCommit'],
  },
  { options: { gcTime: 0 }, paths: ['agents.check'] },
  { options: { retry: false }, paths: ['files.committed', 'files.read'] },
]
