import type { RuleId } from '#shared/lib/ids.ts'
import type { ApprovalsState } from '#shared/projections/approvals.ts'

/** The rules that a session alone has: those of its project hold in all of them, and are kept apart. */
export function rulesOfSession({
  rules,
}: Pick<ApprovalsState, 'rules'>): readonly ApprovalsState['rules'][RuleId][] {
  return Object.values(rules).filter(({ scope }) => scope === 'session')
}
