import type { Handlers } from '#shared/contract/define.ts'
import type { HeldRule, policy, RuleSuggestion } from '#shared/contract/policy.ts'
import { AppError } from '#shared/error.ts'
import { type ApprovalId, type ProjectId, RuleId, type SessionId } from '#shared/ids.ts'
import { explainPolicy } from '../explain-policy.ts'
import { findDenials } from '../find-denials.ts'
import { findPastRequests } from '../past-requests.ts'
import { suggestPatterns } from '../policy/allow-rules.ts'
import { toNewRule } from '../policy/new-rule.ts'
import { effectOfRule } from '../policy/rule-effect.ts'
import { getProject } from '../project-rows.ts'
import { getSession } from '../session-rows.ts'
import { rulesOfSession } from '../session-rules.ts'
import { readStoredArgs } from '../stored-args.ts'
import { tools } from '../tools/index.ts'
import type { Parts } from './parts.ts'

export function policyHandlers(parts: Parts): Handlers<typeof policy> {
  const { store, changes } = parts
  return {
    'policy.tools': async () => tools.map(({ name, effect }) => ({ name, effect })),
    'policy.denials': async (wanted) => [...(await findDenials(store, wanted))],
    'policy.explain': (question) => explainPolicy(parts, question),
    'policy.rules': async ({ projectId, sessionId }) => {
      const rules = [...store.rules.list(projectId), ...(await heldIn(parts, sessionId))]
      return rules.toSorted((one, other) => one.addedAt - other.addedAt)
    },
    'policy.allow': async ({ projectId, tool, pattern }) => {
      const rule = await allow(parts, projectId, { tool, ...(pattern && { pattern }) })
      changes.fire({ topic: 'policy' })
      return rule
    },
    'policy.revoke': async ({ ruleId, sessionId }) => {
      await revoke(parts, ruleId, sessionId)
      changes.fire({ topic: 'policy' })
      return {}
    },
    'policy.restore': async ({ projectId, rule }) => {
      await restore(parts, projectId, rule)
      changes.fire({ topic: 'policy' })
      return {}
    },
    'policy.suggestRules': ({ sessionId, approvalId }) => suggest(parts, sessionId, approvalId),
  }
}

async function heldIn({ states }: Parts, sessionId: SessionId | undefined): Promise<HeldRule[]> {
  if (!sessionId) return []
  const { approvals } = (await states.load(sessionId)).states
  return rulesOfSession(approvals).map((rule) => ({ ...rule, sessionId }))
}

async function allow(
  { store, ids, clock }: Parts,
  projectId: ProjectId,
  wanted: Pick<HeldRule, 'tool' | 'pattern'>,
): Promise<HeldRule> {
  getProject(store, projectId)
  const made = toNewRule(wanted)
  const { tool, pattern } = made
  const held = store.rules
    .list(projectId)
    .find((one) => one.tool === tool && one.pattern === pattern)
  if (held) return held
  const rule = { ...made, ruleId: ids.rule(), scope: 'project', addedAt: clock.now() } as const
  await store.rules.restore(projectId, rule)
  return rule
}

async function revoke(parts: Parts, ruleId: RuleId, sessionId?: SessionId): Promise<void> {
  const { store } = parts
  const isProjects = await store.rules.remove(ruleId)
  const isSessions = (await heldIn(parts, sessionId)).some((rule) => rule.ruleId === ruleId)
  if (!isProjects && !isSessions) {
    throw new AppError('not-found', 'There is no such rule. It may have been revoked already.')
  }
  if (!sessionId) return
  await store.events.append(sessionId, [{ kind: 'rule.revoked', data: { ruleId } }])
}

async function restore(
  { store }: Parts,
  projectId: ProjectId,
  { addedAt, sessionId, ...rule }: HeldRule,
): Promise<void> {
  if (rule.scope === 'project') await store.rules.restore(projectId, { ...rule, addedAt })
  if (!sessionId) return
  getSession(store, sessionId)
  await store.events.append(sessionId, [{ kind: 'rule.added', data: rule }])
}

/** The rules that can be made of a request, each with what it would have decided so far. */
async function suggest(
  { store, states }: Parts,
  sessionId: SessionId,
  approvalId: ApprovalId,
): Promise<RuleSuggestion[]> {
  const { projectId } = getSession(store, sessionId)
  const requests = await findPastRequests(store, projectId)
  const approval = (await states.load(sessionId)).states.approvals.approvals[approvalId]
  if (!approval) throw new AppError('not-found', 'There is no such request in this session.')
  if (!approval.acceptsRule) return []
  const { name: tool } = approval
  const patterns = suggestPatterns({ name: tool, args: readStoredArgs(store, approval.args) })
  return patterns.map((pattern) => {
    const asked = { tool, ...(pattern !== undefined && { pattern }) }
    const rule = { ...asked, ruleId: SUGGESTED, scope: 'project' } as const
    return { ...asked, effect: effectOfRule(rule, requests) }
  })
}

/** Of a rule that nobody has made. */
const SUGGESTED = RuleId.parse('rul_suggested')
