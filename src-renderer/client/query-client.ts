import { QueryClient } from '@tanstack/react-query'
import { AppError } from '#shared/error.ts'

/** Documents stay as they are until the host says otherwise. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
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
}
