import { keepPreviousData, type UseQueryResult, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import type { SpentCall } from '#shared/contract/procedures/spending.ts'
import { type DayRange, lastDays, type Stretches, since } from '#shared/spending/day-ranges.ts'
import {
  Dimension,
  SpendingFilter,
  type SpendingQuery,
  type SpendingReport,
} from '#shared/spending/spending-query.ts'
import { useHost } from '../../connection/host-context.tsx'
import { hostQueryKey, useHostQuery } from '../../queries/host-query.ts'
import { useKeptState } from '../../ui/browser/persistent-state.ts'

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
    queryKey: hostQueryKey('spending.report', query, question.when),
    queryFn: async ({ signal }) => ({
      ...question,
      report: await client['spending.report'](query, signal),
    }),
    placeholderData: keepPreviousData,
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
  return useHostQuery('spending.calls', asked, { placeholderData: keepPreviousData })
}

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

/** `custom` is the days in `from` and `to`. */
export const Period = z.enum(['7 days', '21 days', '90 days', 'this month', 'this year', 'custom'])
export type Period = z.infer<typeof Period>

const RequestedSpending = z.object({
  period: Period.catch('21 days'),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  /** Absent: as suits the period. */
  step: z.enum(['hour', 'day', 'week', 'month']).optional().catch(undefined),
  by: Dimension.catch('type'),
  measure: z.enum(['cost', 'tokens']).catch('cost'),
  where: SpendingFilter.catch({}),
})
export type RequestedSpending = z.infer<typeof RequestedSpending>

export type Ask = (change: Partial<RequestedSpending>) => void

/** What this window tells of spending, and what changes it. */
export function useAskedSpending(): readonly [RequestedSpending, Ask] {
  return useKeptState('orrery.spending', RequestedSpending)
}

/** As it follows on `spent`: `in 21 days`, `this month`. */
export function tellPeriod({ period }: RequestedSpending, { from, to }: DayRange): string {
  if (period === 'custom') return from === to ? `on ${from}` : `from ${from} to ${to}`
  return period.startsWith('this') ? period : `in ${period}`
}

/** The days that are asked for, of which the last is not before the first. */
export function daysOf({ period, from, to }: RequestedSpending, now: number): DayRange {
  if (period === 'this month') return since('month', now)
  if (period === 'this year') return since('year', now)
  if (period !== 'custom') return lastDays(Number.parseInt(period, 10), now)
  const usual = lastDays(21, now)
  const [first, last] = [from ?? usual.from, to ?? usual.to]
  return first <= last ? { from: first, to: last } : { from: last, to: first }
}
