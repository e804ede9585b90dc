import type { AnyEvent, Draft } from '#shared/events/index.ts'
import { headOf } from '#shared/events/value.ts'
import type { SpanId } from '#shared/ids.ts'
import type { TeamMember } from '#shared/projections/delegation.ts'
import type { InputQueue } from '../input-queue.ts'
import type { RunContext } from '../run-context.ts'
import { agentIdOf, LEAD } from '../span-ids.ts'
import { toDescription } from '../subagents/run-subagent.ts'
import { textOfContent } from '../text-of-content.ts'
import { modelOf } from './delegate-work.ts'
import type { OwnThread } from './own-thread.ts'
import { partyOf } from './party.ts'
import { storeSaid } from './store-said.ts'
import { runStretch, type Said } from './stretch.ts'

export interface TeammateWork {
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
export function workTeammate(run: RunContext, work: TeammateWork): Promise<readonly AnyEvent[]> {
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
  run: RunContext,
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

function countExchange({ delegation, origin }: RunContext, { agentId }: TeamMember): Exchange {
  const leadId = agentIdOf(origin, LEAD)
  const all = Object.values(delegation.messages)
  const between = (from: SpanId, to: SpanId) =>
    all.filter((one) => one.from.agentId === from && one.to.agentId === to)
  const heard = between(leadId, agentId).filter(({ isHeard }) => isHeard)
  const sent = between(agentId, leadId)
  const isOpen = (heard.at(-1)?.seq ?? 0) > (sent.at(-1)?.seq ?? 0)
  return { heard: heard.length, sent: sent.length, isOpen }
}

interface Ended {
  readonly said: Said
  readonly before: Exchange
}

/** What it says last goes to the lead, where that wrote to it and has had no answer; and why it failed. */
function toAnswer(run: RunContext, member: TeamMember, { said, before }: Ended): readonly Draft[] {
  const { agentId, name } = member
  const now = countExchange(run, member)
  const isOwed = now.isOpen || (now.heard > before.heard && now.sent === before.sent)
  if (said.outcome !== 'error' && !isOwed) return []
  const to = partyOf(run, agentIdOf(run.origin, LEAD))
  const text = storeSaid(run, toWords(run, said))
  return [{ kind: 'message.sent', agentId, data: { from: { agentId, name }, to, text } }]
}

function toWords({ limits }: RunContext, { outcome, text }: Said): string {
  if (outcome === 'error') return `I could not go on. ${text ?? ''}`
  return (outcome === 'stopped' ? limits.reason : text) ?? 'I have ended my turn without an answer.'
}
