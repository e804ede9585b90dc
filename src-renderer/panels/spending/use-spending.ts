import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import type { BudgetsSpent, SpentCall } from '#shared/contract/spending.ts'
import type {
  SpendingFilter,
  SpendingQuery,
  SpendingReport,
} from '#shared/spending/spending-query.ts'
import type { Stretches } from '#shared/spending/stretches.ts'
import { useHost } from '../../client/host-context.tsx'

// What invalidates the list of sessions does so with what they spent.
const SPENDING = ['sessions', 'spending'] as const

/** What is asked, and in what words. */
export interface Question extends Pick<SpendingQuery, 'by' | 'where'> {
  readonly stretches: Stretches
  /** As it follows on `spent`: `in 21 days`. */
  readonly when: string
}

/** A report with its question: while another is being answered, both stay. */
export interface Answered extends Question {
  readonly report: SpendingReport
}

export function useReport(question: Question): UseQueryResult<Answered> {
  const client = useHost()
  const { by, where, stretches } = question
  const query = { edges: [...stretches.edges], by, where }
  return useQuery({
    queryKey: [...SPENDING, 'report', query],
    queryFn: async ({ signal }) => ({
      ...question,
      report: await client['spending.report'](query, signal),
    }),
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
