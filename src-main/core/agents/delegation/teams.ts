import { AppError } from '#shared/lib/app-error.ts'
import type { Team } from '#shared/projections/delegation.ts'
import type { RedactingStore } from '../context/session-store.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import { teammateThread } from '../recording/thread-namespaces.ts'
import { LEAD_NAME, type PartyContext } from './agent-names.ts'
import type { Crew } from './background-agents.ts'
import { briefDraft, deliverTo } from './send-message.ts'
import { storeSaid } from './store-report.ts'
import type { TeamState } from './team-state.ts'
import { getRunningCall, writeWithEnd } from './write-with-call-end.ts'

interface AskedMember {
  readonly name: string
  readonly subagent_type: string
  readonly brief: string
}

interface AskedTeam {
  readonly name: string
  readonly members: readonly AskedMember[]
}

/** Makes a team with the end of this call; each member hears its brief then. */
export function createTeam(
  run: RedactingStore & PartyContext,
  crew: Crew,
  { name, members }: AskedTeam,
): string {
  const call = getRunningCall()
  claimNames(run, crew, { name, members })
  const { origin } = run
  const made = members.map((member) => ({
    agentId: agentIdOf(origin, teammateThread(call.spanId, member.name)),
    name: member.name,
    type: member.subagent_type,
    brief: member.brief,
  }))
  const stored = made.map(({ brief, ...one }) => ({
    ...one,
    brief: storeSaid(run, brief),
  }))
  const { spanId, agentId } = call
  const created = {
    kind: 'team.created',
    spanId,
    agentId,
    data: { name, members: stored },
  } as const
  const briefs = made.map((member) => briefDraft(run, call, member))
  writeWithEnd(call, [created, ...briefs], deliverTo(crew))
  call.display = { type: 'list', items: members.length }
  const names = members.map((member) => member.name).join(', ')
  return `The team "${name}" is at work: ${names}. What they write to you comes as messages; write to them with send_message.`
}

/** Forgets a team with the end of this call; members at work are stopped then. */
export function deleteTeam(
  run: Pick<TeamState, 'delegation'>,
  crew: Crew,
  { name }: Pick<AskedTeam, 'name'>,
): string {
  const call = getRunningCall()
  const team = run.delegation.teams[name]
  if (!team) throw new AppError('not-found', `There is no team "${name}".`)
  const { spanId, agentId } = call
  freeNames(run, crew, team)
  writeWithEnd(call, [{ kind: 'team.deleted', spanId, agentId, data: { name } }], () => {
    void crew.dismiss(team.members)
  })
  return `The team "${name}" is dissolved.`
}

const NAME = /^[a-z][a-z0-9-]{0,31}$/

/** Fails where a name is taken, also by a call of the same step. */
function claimNames(
  { delegation }: Pick<TeamState, 'delegation'>,
  { names }: Crew,
  asked: Omit<AskedTeam, 'brief'>,
): void {
  const team = `team ${asked.name}`
  if (delegation.teams[asked.name] || names.has(team)) {
    throw new AppError('conflict', `There is a team "${asked.name}" already. Choose another name.`)
  }
  const others = Object.values(delegation.members).map(({ name }) => name)
  const taken = new Set([LEAD_NAME, ...others, ...names])
  for (const { name } of asked.members) {
    if (!NAME.test(name)) {
      const message = `"${name}" is no name for a teammate: write it in small letters, digits and dashes.`
      throw new AppError('invalid-input', message)
    }
    if (taken.has(name)) throw new AppError('conflict', `Somebody is called "${name}" already.`)
    taken.add(name)
  }
  for (const name of [team, ...asked.members.map((member) => member.name)]) names.add(name)
}

function freeNames(
  { delegation }: Pick<TeamState, 'delegation'>,
  { names }: Crew,
  { name, members }: Team,
): void {
  names.delete(`team ${name}`)
  for (const id of members) names.delete(delegation.members[id]?.name ?? '')
}
