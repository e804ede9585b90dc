import type { Handlers } from '#shared/contract/procedures/define.ts'
import type { HeldRule, policy, RuleSuggestion } from '#shared/contract/procedures/permissions.ts'
import type { ClientName } from '#shared/events/value.ts'
import { AppError } from '#shared/lib/app-error.ts'
import { type ApprovalId, type ProjectId, RuleId, type SessionId } from '#shared/lib/ids.ts'
import { findToolAccess } from '../agents/subagents/catalogue.ts'
import { explainPolicy } from '../permissions/explain-permission.ts'
import { findDenials } from '../permissions/find-denials.ts'
import { toNewRule } from '../permissions/new-rule.ts'
import { effectOfRule, findPastRequests } from '../permissions/past-requests.ts'
import { rulesOfSession } from '../permissions/session-rules.ts'
import { readStoredArgs } from '../permissions/stored-args.ts'
import { mustBeConfirmed, suggestPatterns } from '../permissions/suggest-patterns.ts'
import { getProject, getSession } from '../sessions/session-rows.ts'
import type { ProjectRule } from '../store/tables/rules.ts'
import { tools } from '../tools/catalogue/index.ts'
import { prepareArgs } from '../tools/runners/index.ts'
import type { Parts } from './parts.ts'

/** Explaining a call starts no language server, so the imports that a move would change aren't judged. */
const NO_LANGUAGES = { renameEdits: async () => ({ files: [], problems: [] }) }

export function policyHandlers(parts: Parts): Handlers<typeof policy> {
  const { store, changes } = parts
  return {
    'policy.tools': async () => tools.map(({ name, effect }) => ({ name, effect })),
    'policy.denials': async (wanted) => [...(await findDenials(store, wanted))],
    'policy.explain': (question) =>
      explainPolicy(
        {
          ...parts,
          findToolAccess: (agent, root) => findToolAccess(agent, { ...parts, root }),
          prepare: (name, args, context) =>
            prepareArgs(name, args, { ...context, languages: NO_LANGUAGES }),
          findDefinition: (projectId, tool) => parts.mcp.findDefinition(projectId, tool),
        },
        question,
      ),
    'policy.rules': async ({ projectId, sessionId }) => {
      const ofProject = store.rules.list(projectId).map((rule) => {
        const client = store.decisions.findClient('policy.allow', rule.ruleId)
        return { ...rule, ...(client && { client }) }
      })
      const rules = [...ofProject, ...(await heldIn(parts, sessionId))]
      return rules.map(toHeld).toSorted((one, other) => one.addedAt - other.addedAt)
    },
    'policy.allow': async ({ projectId, tool, pattern }) => {
      const rule = await allow(parts, projectId, { tool, ...(pattern && { pattern }) })
      changes.fire({ topic: 'policy' })
      return rule
    },
    'policy.revoke': async ({ ruleId, sessionId }, _signal, client) => {
      await revoke(parts, ruleId, { sessionId, client })
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

function toHeld(rule: HeldRule): HeldRule {
  return mustBeConfirmed(rule) ? { ...rule, asksAgain: true } : rule
}

async function heldIn({ states }: Parts, sessionId: SessionId | undefined): Promise<HeldRule[]> {
  if (!sessionId) return []
  const { approvals } = (await states.load(sessionId)).states
  return rulesOfSession(approvals).map((rule) => ({ ...rule, sessionId }))
}

async function allow(
  { store, mcp, ids, clock }: Parts,
  projectId: ProjectId,
  wanted: Pick<HeldRule, 'tool' | 'pattern'>,
): Promise<HeldRule> {
  getProject(store, projectId)
  const made = toNewRule(wanted)
  const { tool, pattern } = made
  const held = store.rules
    .list(projectId)
    .find((one) => one.tool === tool && one.pattern === pattern)
  if (held && !mustBeConfirmed(held)) {
    await coverAsIs(mcp, store, { projectId, ...held })
    return held
  }
  const rule: ProjectRule = {
    ...made,
    ruleId: ids.rule(),
    scope: 'project',
    addedAt: clock.now(),
    isConfirmed: true,
  }
  if (held) await store.rules.remove(held.ruleId)
  await store.rules.restore(projectId, rule)
  await mcp.coverSeenTools(projectId)
  return rule
}

/** Allowed once more, a rule covers its MCP tool as the server describes it now. */
async function coverAsIs(
  mcp: Parts['mcp'],
  store: Parts['store'],
  {
    projectId,
    tool,
    ruleId,
  }: Pick<HeldRule, 'tool' | 'ruleId'> & { readonly projectId: ProjectId },
): Promise<void> {
  const definition = mcp.findDefinition(projectId, tool)
  if (definition) await store.rules.setDefinition([ruleId], definition)
}

interface Revocation {
  readonly sessionId: SessionId | undefined
  readonly client: ClientName | undefined
}

async function revoke(
  parts: Parts,
  ruleId: RuleId,
  { sessionId, client }: Revocation,
): Promise<void> {
  const { store } = parts
  const isProjects = await store.rules.remove(ruleId)
  const isSessions = (await heldIn(parts, sessionId)).some((rule) => rule.ruleId === ruleId)
  if (!isProjects && !isSessions) {
    throw new AppError('not-found', 'There is no such rule. It may have been revoked already.')
  }
  if (!sessionId) return
  const data = { ruleId, ...(client && { client }) }
  await store.events.append(sessionId, [{ kind: 'rule.revoked', data }])
}

async function restore(
  { store }: Parts,
  projectId: ProjectId,
  { addedAt, sessionId, asksAgain: _, ...rule }: HeldRule,
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
  const earlier = new Set(approval.earlierRules?.map(({ pattern }) => pattern))
  const toSuggestion = (pattern: string | undefined) => {
    const suggested = { tool, ...(pattern !== undefined && { pattern }) }
    const rule = { ...suggested, ruleId: SUGGESTED, scope: 'project' } as const
    return { ...suggested, effect: effectOfRule(rule, requests) }
  }
  return [
    ...patterns.filter((pattern) => !earlier.has(pattern)).map(toSuggestion),
    ...[...earlier].map((pattern) => ({ ...toSuggestion(pattern), isEarlier: true as const })),
  ]
}

/** Of a rule that nobody has made. */
const SUGGESTED = RuleId.parse('rul_suggested')
