import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { headOf } from '#shared/events/value.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import type { TeamMember } from '#shared/projections/delegation.ts'
import { toDescription } from '../calls/run-subagent.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { InputQueue } from '../messages/input-queue.ts'
import { textOfContent } from '../messages/text-of-content.ts'
import { agentIdOf, LEAD } from '../recording/span-ids.ts'
import { type PartyContext, partyOf } from './agent-names.ts'
import { type BackgroundSpanContext, runStretch, type Said } from './background-span.ts'
import { type AgentModels, modelOf } from './delegate-work.ts'
import type { OwnThread } from './own-thread.ts'
import { storeSaid } from './store-report.ts'
import type { TeamState } from './team-state.ts'

/** Parts of a run that a teammate uses. */
export interface TeammateContext
  extends BackgroundSpanContext,
    PartyContext,
    AgentModels,
    Pick<TeamState, 'mail'> {}

interface TeammateWork {
  readonly member: TeamMember
  /** The call that made its team. */
  readonly callId: SpanId
  /** Of its thread. */
  readonly namespace: string
  /** What it is told while it works. */
  readonly inbox: InputQueue
  /** Its run goes on with one that was cut off, and so does it. */
  readonly goesOn: boolean
  /** Fails where its type can't be had. */
  readonly build: () => OwnThread
}

/** Lets a teammate hear what was written to it and work until it has nothing more to hear. */
export function workTeammate(
  run: TeammateContext,
  work: TeammateWork,
): Promise<readonly AnyEvent[]> {
  const { member, namespace, callId } = work
  const { type, name, brief } = member
  const model = modelOf(run, type)
  const description = toDescription(headOf(brief))
  const before = countExchange(run, member)
  return runStretch(run, {
    entry: { namespace, type, description, model, parentSpanId: callId, teammate: name },
    work: () => takeTurns(run, work),
    alongside: (said) => toAnswer(run, member, { said, before }),
  })
}

async function takeTurns(
  run: Pick<TeammateContext, 'mail' | 'limits'>,
  { member, inbox, goesOn, build }: TeammateWork,
): Promise<string | undefined> {
  const thread = build()
  const before = await thread.read()
  const heard = new Set(before.messages.map(({ id }) => id))
  inbox.add(...run.mail.to(member.agentId).filter(({ id }) => !heard.has(id)))
  if (goesOn && before.isUnderWay) await thread.invoke(null)
  while (!inbox.isEmpty && !run.limits.reason) await thread.invoke(inbox.take())
  const { messages } = await thread.read()
  return textOfContent(messages.at(-1)?.content).trim() || undefined
}

/** What the lead and a teammate have written to each other. */
interface Exchange {
  /** How much of the lead's it has heard. */
  readonly heard: number
  readonly sent: number
  /** The last it heard of the lead came after the last it sent. */
  readonly isOpen: boolean
}

function countExchange({ delegation, origin }: PartyContext, { agentId }: TeamMember): Exchange {
  const leadId = agentIdOf(origin, LEAD)
  const all = Object.values(delegation.messages)
  const between = (from: SpanId, to: SpanId) =>
    all.filter((one) => one.from.agentId === from && one.to.agentId === to)
  const heard = between(leadId, agentId).filter(({ isHeard }) => isHeard)
  const sent = between(agentId, leadId)
  const isOpen = (heard.at(-1)?.seq ?? 0) > (sent.at(-1)?.seq ?? 0)
  return { heard: heard.length, sent: sent.length, isOpen }
}

/** What it says last goes to the lead, where that wrote to it and has had no answer; and why it failed. */
function toAnswer(
  run: TeammateContext,
  member: TeamMember,
  { said, before }: { readonly said: Said; readonly before: Exchange },
): readonly Draft[] {
  const { agentId, name } = member
  const now = countExchange(run, member)
  const isOwed = now.isOpen || (now.heard > before.heard && now.sent === before.sent)
  if (said.outcome !== 'error' && !isOwed) return []
  const to = partyOf(run, agentIdOf(run.origin, LEAD))
  const text = storeSaid(run, toWords(run, said))
  return [{ kind: 'message.sent', agentId, data: { from: { agentId, name }, to, text } }]
}

function toWords({ limits }: Pick<RunPace, 'limits'>, { outcome, text }: Said): string {
  if (outcome === 'error') return `I could not go on. ${text ?? ''}`
  return (outcome === 'stopped' ? limits.reason : text) ?? 'I have ended my turn without an answer.'
}
