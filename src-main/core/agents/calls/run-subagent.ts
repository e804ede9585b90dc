import { isGraphBubbleUp } from '@langchain/langgraph'
import type { Draft } from '#shared/events/index.ts'
import { takeStart } from '#shared/lib/truncate-text.ts'
import type { RunIdentity } from '../context/run-identity.ts'
import type { RedactingStore, SessionStore } from '../context/session-store.ts'
import type { RunPace } from '../limits/run-pace.ts'
import type { Agent } from '../recording/agent-directory.ts'
import { explainError } from '../recording/explain-error.ts'
import type { RunRecord } from '../recording/run-record.ts'
import { agentIdOf } from '../recording/span-ids.ts'
import { type Answer, type Call, textOfAnswer } from './tool-call.ts'

/** Parts of a run that a subagent's span uses. */
export interface SubagentSpanContext
  extends RedactingStore,
    Pick<RunIdentity, 'origin' | 'signal'>,
    Pick<RunRecord, 'log' | 'agents'>,
    Pick<RunPace, 'limits' | 'slots'> {}

/** Runs a subagent inside a span of its own, under the call that started it, once there is room. */
export async function runSubagent(
  run: SubagentSpanContext,
  call: Call,
  invoke: () => Promise<Answer>,
): Promise<Answer> {
  const { slots, origin, signal } = run
  const agentId = agentIdOf(origin, call.namespace)
  slots.lend(call.agent.agentId)
  try {
    await slots.enter(agentId, { signal, onWait: () => run.log.note(toQueued(run, call)) })
    return await runInSpan(run, call, invoke).finally(() => slots.leave(agentId))
  } finally {
    await slots.takeBack(call.agent.agentId, signal)
  }
}

async function runInSpan(
  run: SubagentSpanContext,
  call: Call,
  invoke: () => Promise<Answer>,
): Promise<Answer> {
  const { store, sessionId, agents, limits } = run
  const agent = await enter(run, call)
  try {
    const answer = await invoke()
    const report = store.blobs.storeText(sessionId, textOfAnswer(answer))
    await agents.leave(agent, { outcome: limits.reason ? 'stopped' : 'ok', report })
    return answer
  } catch (error) {
    if (!run.signal.aborted && !isGraphBubbleUp(error)) {
      const said = explainError(error, run.providers)
      await agents.leave(agent, { outcome: 'error', error: said })
    }
    throw error
  }
}

function enter(
  { agents, store, sessionId }: SessionStore & Pick<RunRecord, 'agents'>,
  call: Call,
): Promise<Agent> {
  const task = taskOf(call)
  return agents.enter({
    namespace: call.namespace,
    type: String(call.args['subagent_type']),
    description: toDescription(task),
    model: call.agent.model,
    parentSpanId: call.spanId,
    task: store.blobs.storeText(sessionId, task),
  })
}

function toQueued(
  { store, sessionId, origin }: SessionStore & Pick<RunIdentity, 'origin'>,
  call: Call,
): Draft {
  const task = taskOf(call)
  const data = {
    type: String(call.args['subagent_type']),
    description: toDescription(task),
    task: store.blobs.storeText(sessionId, task),
    isBackground: false,
    askedBy: call.agent.agentId,
  }
  const agentId = agentIdOf(origin, call.namespace)
  return { kind: 'agent.queued', spanId: call.spanId, agentId, data }
}

function taskOf({ args }: Call): string {
  return typeof args['description'] === 'string' ? args['description'] : ''
}

const DESCRIPTION_CHARS = 160

/** What a task is about, for a line. */
export function toDescription(task: string): string {
  const line = task.trim().split('\n', 1)[0] ?? ''
  return line.length > DESCRIPTION_CHARS ? `${takeStart(line, DESCRIPTION_CHARS)}…` : line
}
