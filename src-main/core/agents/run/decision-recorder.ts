import type { AllowRule } from '#shared/events/approval.ts'
import type { Draft } from '#shared/events/index.ts'
import type { ClientName } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import type { ApprovalId, RuleId, RunId, SessionId } from '#shared/lib/ids.ts'
import type { Approval, ApprovalsState } from '#shared/projections/approvals.ts'
import { findAllowing } from '../../permissions/allow-rules.ts'
import { rulesOfSession } from '../../permissions/session-rules.ts'
import { readStoredArgs } from '../../permissions/stored-args.ts'
import { getSession } from '../../sessions/session-rows.ts'
import { findWrongEdit } from '../../tools/catalogue/check-args.ts'
import { isMcpName } from '../../tools/catalogue/mcp-tool.ts'
import type { Decided } from '../approvals/approvals.ts'
import { checkAllowed, type DecisionInput, toDecided } from '../approvals/decision.ts'
import { checkBudgetEdit } from '../budgets/ask-budget.ts'
import type { RunsOptions } from './runs-options.ts'

type Options = Pick<RunsOptions, 'store' | 'states' | 'ids' | 'clock' | 'providers'>

interface RuleChange {
  readonly rule: AllowRule | undefined
  readonly approval: Approval
  /** Rules of an earlier version that the person was asked about again. */
  readonly earlier: readonly AllowRule[]
  readonly client: ClientName | undefined
}

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
    const earlier = data.by === 'person' ? (approval.earlierRules ?? []) : []
    await this.#append(sessionId, drafts, { rule, approval, earlier, client: said.client })
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
    const isConfirmed = true
    return { ruleId, tool: name, scope, ...(pattern !== undefined && { pattern }), isConfirmed }
  }

  /** Appends a decision, with the rule that it makes and those that it replaces. */
  async #append(
    sessionId: SessionId,
    decided: readonly Draft[],
    { rule, approval, earlier, client }: RuleChange,
  ): Promise<void> {
    const { store, clock } = this.#options
    const { projectId } = getSession(store, sessionId)
    const replaced = new Set([
      ...earlier.map(({ ruleId }) => ruleId),
      ...(rule ? this.#findReplaced(sessionId, rule) : []),
    ])
    const revoked = Array.from(
      replaced,
      (ruleId): Draft => ({ kind: 'rule.revoked', data: { ruleId } }),
    )
    const added: readonly Draft[] = rule
      ? [{ kind: 'rule.added', data: { ...rule, ...(client && { client }) } }]
      : []
    await store.events.append(sessionId, [...decided, ...revoked, ...added], () => {
      for (const ruleId of replaced) store.rules.delete(ruleId)
      if (!rule) return
      const { toolDigest } = approval
      if (toolDigest !== undefined) store.rules.insertDefinition(rule.ruleId, toolDigest)
      if (rule.scope !== 'project') return
      store.rules.insert(projectId, { ...rule, addedAt: clock.now() })
      store.decisions.insert({ procedure: 'policy.allow', subjects: [rule.ruleId], client })
    })
  }

  /** Rules for the same MCP tool, which a person allowed with another description or schema. */
  #findReplaced(sessionId: SessionId, { tool, scope }: AllowRule): readonly RuleId[] {
    if (!isMcpName(tool)) return []
    const { store, states } = this.#options
    const held: readonly AllowRule[] =
      scope === 'project'
        ? store.rules.list(getSession(store, sessionId).projectId)
        : rulesOfSession(states.of(sessionId).states.approvals)
    return held.filter((one) => one.tool === tool).map(({ ruleId }) => ruleId)
  }

  #allowedBy(rule: AllowRule, { open, approvals }: ApprovalsState, decided: Approval) {
    return open.flatMap((id) => {
      const approval = approvals[id]
      if (!approval?.acceptsRule || approval === decided) return []
      const call = { name: approval.name, args: readStoredArgs(this.#options.store, approval.args) }
      if (!findAllowing(call, [rule])) return []
      if (approval.toolDigest !== decided.toolDigest) return []
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

function toDraft(
  { approval, data }: { readonly approval: Approval; readonly data: Decided },
  runId: RunId | undefined,
): Draft {
  const { spanId, agentId } = approval
  return { kind: 'approval.decided', spanId, agentId, ...(runId && { runId }), data }
}
