import type { Draft } from '#shared/events/index.ts'
import type { RunContext } from '../run-context.ts'
import { agentIdOf } from '../span-ids.ts'
import { toDescription } from '../subagents/run-subagent.ts'
import { delegateThread } from '../thread-places.ts'
import { getRunningCall, writeWithEnd } from './calling.ts'
import type { Crew } from './crew.ts'
import { storeSaid } from './store-said.ts'

interface AskedDelegate {
  readonly subagent_type: string
  readonly description: string
}

/** Has a subagent work in the background from the end of this call on. */
export function askForDelegate(run: RunContext, crew: Crew, asked: AskedDelegate): string {
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
