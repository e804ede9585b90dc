import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BudgetsSpent, SpentCall } from '#shared/contract/spending.ts'
import type {
  SpendingFilter,
  SpendingQuery,
  SpendingReport,
} from '#shared/spending/spending-query.ts'
import { useHost } from '../../client/host-context.tsx'

// What invalidates the list of sessions does so with what they spent.
const SPENDING = ['sessions', 'spending'] as const

export function useReport(query: SpendingQuery): UseQueryResult<SpendingReport> {
  const client = useHost()
  return useQuery({
    queryKey: [...SPENDING, 'report', query],
    queryFn: ({ signal }) => client['spending.report'](query, signal),
    placeholderData: keepPreviousData,
  })
}

export function useBudgetsSpent(): UseQueryResult<BudgetsSpent> {
  const client = useHost()
  return useQuery({
    queryKey: [...SPENDING, 'budgets'],
    queryFn: ({ signal }) => client['spending.budgets']({}, signal),
  })
}

export interface CallsAsked {
  /** In milliseconds since the epoch; `until` is not of it. */
  readonly from: number
  readonly until: number
  readonly where: SpendingFilter
}

/** The dearest of the calls, and how many there are. */
export function useCalls(asked: CallsAsked): UseQueryResult<{ calls: SpentCall[]; count: number }> {
  const client = useHost()
  return useQuery({
    queryKey: [...SPENDING, 'calls', asked],
    queryFn: ({ signal }) => client['spending.calls'](asked, signal),
    placeholderData: keepPreviousData,
  })
}
