import { expect, test } from 'vitest'
import { SessionId } from '#shared/lib/ids.ts'
import { hostQueryKey } from './host-query.ts'
import { createQueryClient } from './query-client.ts'

test('a key without the whole input matches every document that has that part', async () => {
  const queries = createQueryClient()
  const input = { sessionId: SessionId.parse('ses_1'), path: 'a.ts' }
  const other = { ...input, path: 'b.ts' }
  const keys = [hostQueryKey('files.read', input, 'hash'), hostQueryKey('files.read', other)]
  for (const key of keys) queries.setQueryData(key, 'text')
  const match = (queryKey: readonly unknown[]) => queries.getQueriesData({ queryKey }).length
  expect([
    match(hostQueryKey('files.read')),
    match(hostQueryKey('files.read', { sessionId: input.sessionId })),
    match(hostQueryKey('files.read', input)),
    match(hostQueryKey('files.committed')),
  ]).toEqual([2, 2, 1, 0])
})

test('documents that change without an announcement are stale at once', () => {
  const queries = createQueryClient()
  const staleTime = (path: 'trust.list' | 'settings.read') =>
    queries.defaultQueryOptions({ queryKey: hostQueryKey(path, {}) }).staleTime
  expect([staleTime('trust.list'), staleTime('settings.read')]).toEqual([
    0,
    Number.POSITIVE_INFINITY,
  ])
})
