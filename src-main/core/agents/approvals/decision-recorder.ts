import { AppError } from '#shared/error.ts'
import type { Draft } from '#shared/events/index.ts'
import type { AllowRule } from '#shared/events/rule.ts'
import type { ApprovalId, RunId, SessionId } from '#shared/ids.ts'
import type { Approval, ApprovalsState } from '#shared/projections/approvals.ts'
import { findAllowing } from '../../policy/allow-rules.ts'
import { getSession } from '../../session-rows.ts'
import { readStoredArgs } from '../../stored-args.ts'
import { findWrongEdit } from '../../tools/prepare-args.ts'
import { checkBudgetEdit } from '../money/ask-budget.ts'
import type { RunsOptions } from '../runs-options.ts'
import type { Decided } from './approvals.ts'
import { checkAllowed, type DecisionInput, toDecided } from './decision.ts'

type Options = Pick<RunsOptions, 'store' | 'states' | 'ids' | 'clock' | 'providers'>

/** Writes down what people decide, and the rules they make of it. */
export class DecisionRecorder {
  readonly #options: Options

  constructor(options: Options) {
    this.#options = options
  }

  /**
   * Answers everything that is decided by it: a rule lets whatever waits and is like the call go on
   * too. `runId` is the run that waits, if one does.
   */
  async decide(
    sessionId: SessionId,
    said: DecisionInput,
    runId: RunId | undefined,
  ): Promise<readonly Decided[]> {
    const decision = await this.#redact(said)
    const { approvals } = this.#options.states.of(sessionId).states
    const approval = findOpen(approvals, decision.approvalId)
    checkAllowed(approval, decision)
    if (decision.decision === 'edit') this.#checkEdit(approval, decision.args)
    const data = toDecided(decision, (args) => this.#storeArgs(sessionId, args))
    const rule = decision.always && this.#toRule(approval, decision.always)
    const also = rule ? this.#allowedBy(rule, approvals, approval) : []
    const drafts = [{ approval, data }, ...also].map((one) => toDraft(one, runId))
    if (!rule) await this.#options.store.events.append(sessionId, drafts)
    else await this.#addRule(sessionId, rule, drafts)
    return [data, ...also.map((one) => one.data)]
  }

  /** No run may be on that has learned what is secret. */
  async #redact(said: DecisionInput): Promise<DecisionInput> {
    const { providers } = this.#options
    await providers.learnSecrets()
    return providers.secrets.redactData(said)
  }

  /** Throws `invalid-input` before an edit counts that could not be run as it was written. */
  #checkEdit({ type, name, args }: Approval, edited: DecisionInput['args']): void {
    const asked = readStoredArgs(this.#options.store, args)
    if (type === 'budget') checkBudgetEdit(edited, asked, this.#options.providers)
    const wrong = edited && type === 'call' && findWrongEdit(name, edited, asked)
    if (wrong) throw new AppError('invalid-input', wrong)
  }

  #toRule(
    { name, acceptsRule }: Approval,
    always: Pick<AllowRule, 'scope' | 'pattern'>,
  ): AllowRule {
    if (!acceptsRule) {
      throw new AppError('invalid-input', 'This is asked each time: no rule can answer it.')
    }
    const { scope, pattern } = always
    const ruleId = this.#options.ids.rule()
    return { ruleId, tool: name, scope, ...(pattern !== undefined && { pattern }) }
  }

  async #addRule(sessionId: SessionId, rule: AllowRule, drafts: readonly Draft[]): Promise<void> {
    const { store, clock } = this.#options
    const written = [...drafts, { kind: 'rule.added', data: rule } as const]
    const { scope, ...held } = rule
    if (scope === 'session') {
      await store.events.append(sessionId, written)
      return
    }
    const { projectId } = getSession(store, sessionId)
    const insert = () => store.rules.insert(projectId, { ...held, addedAt: clock.now() })
    await store.events.append(sessionId, written, insert)
  }

  #allowedBy(rule: AllowRule, { open, approvals }: ApprovalsState, decided: Approval) {
    return open.flatMap((id) => {
      const approval = approvals[id]
      if (!approval?.acceptsRule || approval === decided) return []
      const call = { name: approval.name, args: readStoredArgs(this.#options.store, approval.args) }
      if (!findAllowing(call, [rule])) return []
      const message = 'A rule that was made meanwhile allows it.'
      const data = { approvalId: id, decision: 'approve', by: 'host', message } as const
      return [{ approval, data }]
    })
  }

  #storeArgs(sessionId: SessionId, args: Readonly<Record<string, unknown>>) {
    return this.#options.store.blobs.storeJson(sessionId, JSON.parse(JSON.stringify(args)))
  }
}

function findOpen({ approvals }: ApprovalsState, approvalId: ApprovalId): Approval {
  const approval = approvals[approvalId]
  if (!approval) throw new AppError('not-found', 'There is no such request in this session.')
  if (!approval.decided) return approval
  throw new AppError('conflict', 'This was decided already.')
}

interface DecidedApproval {
  readonly approval: Approval
  readonly data: Decided
}

function toDraft({ approval, data }: DecidedApproval, runId: RunId | undefined): Draft {
  const { spanId, agentId } = approval
  return { kind: 'approval.decided', spanId, agentId, ...(runId && { runId }), data }
}
