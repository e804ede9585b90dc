import { z } from 'zod'
import type { Draft } from '#shared/events/index.ts'
import type { ApprovalId } from '#shared/ids.ts'
import { BudgetScope } from '#shared/settings.ts'
import type { Decided } from './approvals.ts'
import type { Shortage } from './ledger.ts'
import type { RunContext } from './run-context.ts'
import { type BudgetRuling, nameOf, type PlannedCall } from './run-money.ts'
import type { SessionView } from './session-view.ts'
import { readArgs } from './tool-call.ts'

/** Stands in the place of a tool's name where money is asked for. */
export const RAISE_BUDGET = 'raise_budget'

const Proposal = z.object({ scope: BudgetScope, raise_to_usd: z.number().positive() })
type Proposal = z.infer<typeof Proposal>

interface Asking {
  readonly shortage: Shortage
  readonly call: PlannedCall
}

/**
 * Asks a person for more money than a budget allows; whoever rejects ends the run. What was asked
 * before a restart is not asked again.
 */
export async function askBudget(
  run: RunContext,
  view: SessionView,
  asking: Asking,
): Promise<BudgetRuling> {
  const open = findOpen(run, view, asking.shortage.scope)
  const approvalId = open?.approvalId ?? run.ids.approval()
  const proposal = open?.proposal ?? propose(asking.shortage)
  using _waiting = run.budget.wait()
  const { signal, budget, approvals } = run
  const waiting = approvals.wait(approvalId, AbortSignal.any([signal, budget.signal]))
  if (!open) await run.log.append(toRequest(run, asking, { approvalId, proposal }))
  return toRuling(run, await waiting, { proposal, shortage: asking.shortage })
}

interface Open {
  readonly approvalId: ApprovalId
  readonly proposal: Proposal
}

function findOpen(run: RunContext, { approvals }: SessionView, scope: BudgetScope) {
  return approvals.open
    .flatMap((id) => approvals.approvals[id] ?? [])
    .filter(({ name }) => name === RAISE_BUDGET)
    .map(({ approvalId, args }) => ({ approvalId, proposal: Proposal.parse(readArgs(run, args)) }))
    .find(({ proposal }) => proposal.scope === scope)
}

/** Half as much again, and enough for a few calls like this one, in whole cents. */
function propose({ scope, limitUsd, spentUsd, neededUsd }: Shortage): Proposal {
  const enough = Math.max(limitUsd * 1.5, spentUsd + neededUsd * 3)
  return { scope, raise_to_usd: Math.ceil(enough * 100) / 100 }
}

function toRequest(
  run: RunContext,
  { shortage, call }: Asking,
  { approvalId, proposal }: Open,
): Draft {
  const { scope, limitUsd, spentUsd, neededUsd } = shortage
  const budget = nameOf(scope)
  const data = {
    approvalId,
    toolCallId: approvalId,
    name: RAISE_BUDGET,
    title: `Raise ${budget} from ${money(limitUsd)} to ${money(proposal.raise_to_usd)}`,
    effect: 'fetch',
    args: { json: proposal },
    risk: `${money(spentUsd)} of ${money(limitUsd)} is spent, and the next call of ${call.model.model} may cost up to ${money(neededUsd)}. Rejecting ends the run with what is done.`,
    rule: `A person has set ${budget} to ${money(limitUsd)}.`,
    isJudged: false,
  } as const
  return { kind: 'approval.requested', spanId: run.ids.span(), agentId: call.agent.agentId, data }
}

function toRuling(
  run: RunContext,
  { decision, args }: Decided,
  { proposal, shortage }: { readonly proposal: Proposal; readonly shortage: Shortage },
): BudgetRuling {
  if (decision === 'approve') return { type: 'raise', limitUsd: proposal.raise_to_usd }
  const edited = Proposal.safeParse(decision === 'edit' && args && readArgs(run, args))
  if (edited.success) return { type: 'raise', limitUsd: edited.data.raise_to_usd }
  const { scope, limitUsd } = shortage
  const reason = `Stopped at ${nameOf(scope)} of ${money(limitUsd)}. Raise it and resume, or choose a cheaper model.`
  return { type: 'stop', reason }
}

function money(usd: number): string {
  return `$${usd < 0.1 ? usd.toPrecision(2) : usd.toFixed(2)}`
}
