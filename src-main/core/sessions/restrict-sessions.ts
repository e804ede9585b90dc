import type { Draft } from '#shared/events/index.ts'
import type { RuleId, SessionId } from '#shared/lib/ids.ts'
import type { Profile } from '#shared/settings/settings.ts'
import type { Store } from '../store/store.ts'

type SessionStore = Pick<Store, 'sessions' | 'events'>

/**
 * Revokes what sessions permit on their own: the profile *trusted*, and permissions of one session. Returns
 * how many sessions had any.
 */
export async function restrictSessions({ sessions, events }: SessionStore): Promise<number> {
  let count = 0
  for (const { id } of sessions.list()) {
    const drafts = findRestrictions(events, id)
    if (drafts.length === 0) continue
    await events.append(id, drafts)
    count += 1
  }
  return count
}

function findRestrictions(events: Store['events'], sessionId: SessionId): readonly Draft[] {
  let profile: Profile | undefined
  const rules = new Set<RuleId>()
  const kinds = ['session.configured', 'rule.added', 'rule.revoked'] as const
  for (const event of [...events.readKinds(sessionId, kinds)].flat()) {
    if (event.kind === 'session.configured') profile = event.data.profile ?? profile
    else if (event.kind === 'rule.revoked') rules.delete(event.data.ruleId)
    else if (event.data.scope === 'session') rules.add(event.data.ruleId)
  }
  const revoked = [...rules].map((ruleId): Draft => ({ kind: 'rule.revoked', data: { ruleId } }))
  const standard: Draft = { kind: 'session.configured', data: { profile: 'standard' } }
  return profile === 'trusted' ? [...revoked, standard] : revoked
}
