import { z } from 'zod'
import { Dimension, SpendingFilter } from '#shared/spending/spending-query.ts'
import { type DayRange, lastDays, since } from '#shared/spending/stretches.ts'
import { useKeptState } from '../../client/kept-state.ts'

const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/)

/** `custom` is the days in `from` and `to`. */
export const Period = z.enum(['7 days', '21 days', '90 days', 'this month', 'this year', 'custom'])
export type Period = z.infer<typeof Period>

const AskedSpending = z.object({
  period: Period.catch('21 days'),
  from: Day.optional().catch(undefined),
  to: Day.optional().catch(undefined),
  /** Absent: as suits the period. */
  step: z.enum(['hour', 'day', 'week', 'month']).optional().catch(undefined),
  by: Dimension.catch('type'),
  measure: z.enum(['cost', 'tokens']).catch('cost'),
  where: SpendingFilter.catch({}),
})
export type AskedSpending = z.infer<typeof AskedSpending>

export type Ask = (change: Partial<AskedSpending>) => void

/** What this window tells of spending, and what changes it. */
export function useAskedSpending(): readonly [AskedSpending, Ask] {
  return useKeptState('orrery.spending', AskedSpending)
}

/** As it follows on `spent`: `in 21 days`, `this month`. */
export function tellPeriod({ period }: AskedSpending, { from, to }: DayRange): string {
  if (period === 'custom') return from === to ? `on ${from}` : `from ${from} to ${to}`
  return period.startsWith('this') ? period : `in ${period}`
}

/** The days that are asked for, of which the last is not before the first. */
export function daysOf({ period, from, to }: AskedSpending, now: number): DayRange {
  if (period === 'this month') return since('month', now)
  if (period === 'this year') return since('year', now)
  if (period !== 'custom') return lastDays(Number.parseInt(period, 10), now)
  const usual = lastDays(21, now)
  const [first, last] = [from ?? usual.from, to ?? usual.to]
  return first <= last ? { from: first, to: last } : { from: last, to: first }
}
