import type { Draft } from '#shared/events/index.ts'
import { toDescription } from '../calls/run-subagent.ts'
import type { RedactingStore } from '../context/session-store.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import { delegateThread } from '../recording/thread-namespaces.ts'
import type { PartyContext } from './agent-names.ts'
import type { Crew } from './background-agents.ts'
import { storeSaid } from './store-report.ts'
import { getRunningCall, writeWithEnd } from './write-with-call-end.ts'

/** Has a subagent work in the background from the end of this call on. */
export function askForDelegate(
  run: RedactingStore & PartyContext,
  crew: Crew,
  asked: { readonly subagent_type: string; readonly description: string },
): string {
  const call = getRunningCall()
  const { origin, delegation } = run
  const agentId = agentIdOf(origin, delegateThread(call.spanId))
  const data = {
    type: asked.subagent_type,
    description: toDescription(asked.description),
    task: storeSaid(run, asked.description),
    isBackground: true,
    askedBy: call.agentId,
  }
  const queued: Draft = { kind: 'agent.queued', spanId: call.spanId, agentId, data }
  writeWithEnd(call, [queued], () => {
    const delegate = delegation.delegates[agentId]
    if (delegate) crew.start(delegate)
  })
  return `It works in the background as ${agentId}. Its report comes to you as a message when your turn has ended: go on with something else, or end your turn to wait for it.`
}
