import { z } from 'zod'
import { decisionsOf } from '#shared/events/approval.ts'
import type { Draft } from '#shared/events/index.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ApprovalId } from '#shared/lib/ids.ts'
import { BudgetScope } from '#shared/settings/settings.ts'
import { RAISE_BUDGET } from '../../permissions/allow-rules.ts'
import { readStoredArgs } from '../../permissions/stored-args.ts'
import type { Providers } from '../../providers/registry/providers.ts'
import type { Ids } from '../../runtime/ids.ts'
import type { Store } from '../../store/store.ts'
import type { Approvals, Decided } from '../approvals/approvals.ts'
import type { DecisionInput } from '../approvals/decision.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RunServices } from '../context/run-services.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { RunRecord } from '../recording/run-record.ts'
import type { SessionView } from '../recording/session-view.ts'
import type { Shortage } from './ledger.ts'
import { type BudgetRuling, budgetName, type PlannedCall } from './run-money.ts'

/** `go_on_with` is the model at work, as `provider:model`; another in its place is a cheaper one. */
const Proposal = z.object({
  scope: BudgetScope,
  raise_to_usd: z.number().positive(),
  go_on_with: z.string(),
})
type Proposal = z.infer<typeof Proposal>

const EditedProposal = z.strictObject(Proposal.partial().shape)

/**
 * Checks the edited arguments of a budget request. An edit is consent to spend money, so it must name
 * an amount or another model, and nothing that would be ignored. Throws `invalid-input`, or
 * `not-found` for an unknown model.
 */
export function checkBudgetEdit(
  args: DecisionInput['args'],
  asked: unknown,
  providers: Pick<Providers, 'findModel'>,
): void {
  const proposal = Proposal.parse(asked)
  const edited = EditedProposal.safeParse(args)
  if (!edited.success)
    throw AppError.invalidInput('Give raise_to_usd as an amount, or go_on_with as a model.')
  const { scope, raise_to_usd: raiseToUsd, go_on_with: model } = edited.data
  if (scope !== undefined && scope !== proposal.scope) {
    throw AppError.invalidInput(
      `This request is about ${budgetName(proposal.scope)}. Leave scope as it is.`,
    )
  }
  if (model !== undefined) providers.findModel(model)
  const isOtherModel = model !== undefined && model !== proposal.go_on_with
  if (isOtherModel && raiseToUsd !== undefined && raiseToUsd !== proposal.raise_to_usd) {
    throw AppError.invalidInput(
      'Give another amount or another model, not both: with another model the budget stays.',
    )
  }
  if (raiseToUsd === undefined && !isOtherModel) {
    throw AppError.invalidInput(
      'Nothing is changed. Give raise_to_usd as an amount, or another model.',
    )
  }
}

/** Parts of a run that a budget request uses. */
interface BudgetContext
  extends Pick<RunIdentity, 'runId' | 'signal'>,
    Pick<RunServices, 'store' | 'providers' | 'ids'>,
    Pick<RunRecord, 'log'>,
    Pick<RunPace, 'limits'> {
  readonly approvals: Approvals
}

interface Asking {
  readonly shortage: Shortage
  readonly call: PlannedCall
}

/**
 * Asks a person for more money than a budget allows; whoever rejects ends the run. What was asked
 * before a restart is not asked again, whether or not it was decided since.
 */
export async function askBudget(
  run: BudgetContext,
  view: SessionView,
  asking: Asking,
): Promise<BudgetRuling> {
  const { shortage } = asking
  const said = findSaid(run, view, shortage.scope)
  if (said) return toRuling(run, said.decided, { proposal: said.proposal, shortage })
  const open = findOpen(run.store, view, shortage.scope)
  const approvalId = open?.approvalId ?? run.ids.approval()
  const proposal = open?.proposal ?? propose(asking)
  using _waiting = run.limits.wait()
  const { signal, limits, approvals } = run
  const waiting = approvals.wait(approvalId, AbortSignal.any([signal, limits.signal]))
  if (!open) await run.log.append(toRequest(run.ids, asking, { approvalId, proposal }))
  const decided = await waiting
  approvals.hasObeyed(approvalId)
  return toRuling(run, decided, { proposal, shortage })
}

function findOpen(store: Store, view: SessionView, scope: BudgetScope) {
  return requestsFor(store, view, scope).find(({ decided }) => !decided)
}

/** What a person has said to what an earlier run asked, for this one to go by, once. */
function findSaid(
  { store, runId, approvals }: Pick<BudgetContext, 'store' | 'runId' | 'approvals'>,
  view: SessionView,
  scope: BudgetScope,
) {
  return requestsFor(store, view, scope)
    .flatMap(({ decided, ...request }) => (decided ? { ...request, decided } : []))
    .filter(({ decided }) => decided.by === 'person' && decided.runId === runId)
    .find(({ approvalId }) => !approvals.hasObeyed(approvalId))
}

function requestsFor(store: Store, { approvals }: SessionView, scope: BudgetScope) {
  return Object.values(approvals.approvals)
    .filter(({ name }) => name === RAISE_BUDGET)
    .map(({ approvalId, args, decided }) => ({
      approvalId,
      decided,
      proposal: Proposal.parse(readStoredArgs(store, args)),
    }))
    .filter(({ proposal }) => proposal.scope === scope)
}

/** Half as much again, and enough for a few calls like this one, in whole cents. */
function propose({ shortage, call: { model } }: Asking): Proposal {
  const { scope, limitUsd, spentUsd, neededUsd } = shortage
  const enough = Math.max(limitUsd * 1.5, spentUsd + neededUsd * 3)
  const go_on_with = `${model.provider}:${model.model}`
  return { scope, raise_to_usd: Math.ceil(enough * 100) / 100, go_on_with }
}

function toRequest(
  ids: Ids,
  { shortage, call }: Asking,
  { approvalId, proposal }: { readonly approvalId: ApprovalId; readonly proposal: Proposal },
): Draft {
  const { scope, limitUsd, spentUsd, neededUsd } = shortage
  const budget = budgetName(scope)
  const data = {
    approvalId,
    toolCallId: approvalId,
    name: RAISE_BUDGET,
    title: `Raise ${budget} from ${money(limitUsd)} to ${money(proposal.raise_to_usd)}`,
    effect: 'fetch' as const,
    args: { json: proposal },
    risk: `${money(spentUsd)} of ${money(limitUsd)} is spent, and the next call of ${call.model.model} may cost up to ${money(neededUsd)}. It can be raised otherwise, or the run go on with a cheaper model. Rejecting ends it with what is done.`,
    rule: `A person has set ${budget} to ${money(limitUsd)}.`,
    isJudged: false,
    type: 'budget' as const,
    allowedDecisions: [...decisionsOf.budget],
    acceptsRule: false,
  }
  return { kind: 'approval.requested', spanId: ids.span(), agentId: call.agent.agentId, data }
}

function toRuling(
  { store, providers }: Pick<RunServices, 'store' | 'providers'>,
  { decision, args }: Decided,
  { proposal, shortage }: { readonly proposal: Proposal; readonly shortage: Shortage },
): BudgetRuling {
  if (decision === 'approve') return { type: 'raise', limitUsd: proposal.raise_to_usd }
  if (decision === 'edit' && args) {
    const edited = Proposal.parse({ ...proposal, ...readStoredArgs(store, args) })
    return toEdited(providers, edited, proposal)
  }
  return stopAt(shortage, 'Raise it and resume, or choose a cheaper model.')
}

/** Ends a run at a budget. `remedy`: what a person can do then, as a sentence. */
export function stopAt({ scope, limitUsd }: Shortage, remedy: string): BudgetRuling {
  const reason = `Stopped at ${budgetName(scope)} of ${money(limitUsd)}. ${remedy}`
  return { type: 'stop', reason }
}

/** Who names another model wants that, and no more money. */
function toEdited(
  providers: Pick<Providers, 'findModel'>,
  edited: Proposal,
  proposal: Proposal,
): BudgetRuling {
  const { go_on_with: name, raise_to_usd: limitUsd } = edited
  if (name === proposal.go_on_with) return { type: 'raise', limitUsd }
  return { type: 'switch', model: providers.findModel(name) }
}

function money(usd: number): string {
  return `$${usd > 0 && usd < 0.1 ? usd.toPrecision(2) : usd.toFixed(2)}`
}
