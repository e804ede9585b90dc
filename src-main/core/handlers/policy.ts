import type { Handlers } from '#shared/contract/define.ts'
import type { HeldRule, policy } from '#shared/contract/policy.ts'
import { AppError } from '#shared/error.ts'
import { type ProjectId, RuleId, type SessionId } from '#shared/ids.ts'
import { explainPolicy } from '../explain-policy.ts'
import type { Store } from '../log/store.ts'
import { suggestPatterns } from '../policy/allow-rules.ts'
import { effectOfRule, type PastRequest } from '../policy/rule-effect.ts'
import { getSession } from '../session-rows.ts'
import { readStoredArgs } from '../stored-args.ts'
import type { Parts } from './parts.ts'

export function policyHandlers(parts: Parts): Handlers<typeof policy> {
  const { store, states, changes } = parts
  const rulesOfSession = async (sessionId: SessionId): Promise<HeldRule[]> => {
    const { rules } = (await states.load(sessionId)).states.approvals
    const own = Object.values(rules).filter(({ scope }) => scope === 'session')
    return own.map((rule) => ({ ...rule, sessionId }))
  }
  return {
    'policy.explain': (question) => explainPolicy(parts, question),
    'policy.rules': async ({ projectId, sessionId }) => {
      const ofSession = sessionId ? await rulesOfSession(sessionId) : []
      return [...store.rules.list(projectId), ...ofSession].toSorted(
        (one, other) => one.addedAt - other.addedAt,
      )
    },
    'policy.revoke': async ({ ruleId, sessionId }) => {
      const isProjects = await store.rules.remove(ruleId)
      const own = sessionId ? await rulesOfSession(sessionId) : []
      const isSessions = own.some((rule) => rule.ruleId === ruleId)
      if (!isProjects && !isSessions) {
        throw new AppError('not-found', 'There is no such rule. It may have been revoked already.')
      }
      if (sessionId) {
        await store.events.append(sessionId, [{ kind: 'rule.revoked', data: { ruleId } }])
      }
      changes.fire({ topic: 'policy' })
      return {}
    },
    'policy.suggestRules': async ({ sessionId, approvalId }) => {
      const { projectId } = getSession(store, sessionId)
      const requests = await requestsOf(store, projectId)
      const approval = (await states.load(sessionId)).states.approvals.approvals[approvalId]
      if (!approval) throw new AppError('not-found', 'There is no such request in this session.')
      const { name: tool } = approval
      const patterns = suggestPatterns({ name: tool, args: readStoredArgs(store, approval.args) })
      return patterns.map((pattern) => {
        const asked = { tool, ...(pattern !== undefined && { pattern }) }
        const rule = { ...asked, ruleId: SUGGESTED, scope: 'project' } as const
        return { ...asked, effect: effectOfRule(rule, requests) }
      })
    },
  }
}

/** Of a rule that nobody has made. */
const SUGGESTED = RuleId.parse('rul_suggested')

/** Every call of a project that a person was asked about, session by session. */
async function requestsOf(store: Store, projectId: ProjectId): Promise<PastRequest[]> {
  const requests: PastRequest[] = []
  for (const { id } of store.sessions.list(projectId)) {
    const events = store.events.readApprovals(id)
    const decided = new Map(
      events.flatMap((event) =>
        event.kind === 'approval.decided' && event.data.by === 'person'
          ? [[event.data.approvalId, event.data.decision] as const]
          : [],
      ),
    )
    for (const event of events) {
      if (event.kind !== 'approval.requested') continue
      const { approvalId, name, title, args } = event.data
      const decision = decided.get(approvalId)
      const asked = { sessionId: id, name, title, args: readStoredArgs(store, args), at: event.at }
      requests.push({ ...asked, ...(decision && { decision }) })
    }
    await new Promise(setImmediate)
  }
  return requests.toSorted((one, other) => one.at - other.at)
}
