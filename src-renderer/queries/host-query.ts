import {
  skipToken,
  type UseQueryOptions,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { z } from 'zod'
import type { HostContract } from '#shared/contract/index.ts'
import type { HostClient } from '../connection/connection.ts'
import { useHost } from '../connection/host-context.tsx'

/** A procedure that answers once; streams aren't documents. */
export type CallPath = {
  [Path in keyof HostContract]: HostContract[Path]['type'] extends 'call' ? Path : never
}[keyof HostContract]

type CallInput<Path extends CallPath> = z.input<HostContract[Path]['input']>

export type CallOutput<Path extends CallPath> = HostContract[Path] extends {
  readonly output: infer Output extends z.ZodType
}
  ? z.output<Output>
  : never

/** The two parts of the path, the input, and the revision. Fewer elements are a prefix of several keys. */
type HostQueryKey<Path extends CallPath> = readonly [
  string,
  string,
  Partial<CallInput<Path>>?,
  unknown?,
]

type Options<Path extends CallPath> = UseQueryOptions<
  CallOutput<Path>,
  Error,
  CallOutput<Path>,
  HostQueryKey<Path>
>

interface HostQueryOptions<Path extends CallPath>
  extends Omit<Options<Path>, 'queryKey' | 'queryFn'> {
  /** State that the answer depends on apart from the input; each revision is cached on its own. */
  readonly revision?: string | number | null | undefined
}

/**
 * Reads a document from the host. It stays fresh until the host announces a change
 * (`query-invalidation.ts`), unless `query-client.ts` says otherwise. Without an input, nothing is fetched.
 */
export function useHostQuery<Path extends CallPath>(
  path: Path,
  input: CallInput<Path> | undefined,
  { revision, ...options }: HostQueryOptions<Path> = {},
): UseQueryResult<CallOutput<Path>> {
  const client = useHost()
  const query: Options<Path> =
    input === undefined
      ? { queryKey: hostQueryKey(path), queryFn: skipToken }
      : hostQuery(client, path, input, revision)
  return useQuery({ ...options, ...query })
}

/** The same document for a query client: to prefetch it, or to fetch it once. */
export function hostQuery<Path extends CallPath>(
  client: HostClient,
  path: Path,
  input: CallInput<Path>,
  revision?: string | number | null,
) {
  const calls: Calls = client
  return {
    queryKey: hostQueryKey(path, input, revision),
    queryFn: ({ signal }: { readonly signal: AbortSignal }) => calls[path](input, signal),
  }
}

type Calls = {
  readonly [Path in CallPath]: (
    input: CallInput<Path>,
    signal: AbortSignal,
  ) => Promise<CallOutput<Path>>
}

/** A document's key. With less than the whole input, it matches every document that has that part. */
export function hostQueryKey<Path extends CallPath>(
  path: Path,
  input?: Partial<CallInput<Path>>,
  revision?: string | number | null,
): HostQueryKey<Path> {
  const [area = '', name = ''] = path.split('.')
  if (input === undefined) return [area, name]
  return revision === undefined ? [area, name, input] : [area, name, input, revision]
}
