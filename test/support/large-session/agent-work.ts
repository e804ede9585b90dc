import type { Outcome } from '#shared/events/value.ts'
import { type RunId, SpanId } from '#shared/lib/ids.ts'
import { Agent, type Stage } from './agent.ts'
import { begin, finish, makeCall, toCall } from './call-work.ts'
import { askModel } from './model-work.ts'
import { type AgentPlan, planSteps, type Step } from './plan.ts'
import type { Job, Work } from './simulation.ts'

export const LEAD_MODEL = { provider: 'anthropic', model: 'claude-sonnet-4-5' }

/** What an agent does from its beginning to its end. */
export interface Task {
  readonly runId: RunId
  readonly agentId: SpanId
  readonly spanId: SpanId
  readonly type: string
  readonly text: string
  /** Absent: a person asks. */
  readonly callId?: SpanId
  /** How many calls it makes that do not delegate. */
  readonly calls: number
  readonly children: readonly AgentPlan[]
  readonly seed: number
}

const CALLS_OF_SUBAGENT = 24

export function* workAsAgent(stage: Stage, task: Task): Work {
  const agent = new Agent(stage, task)
  const { recorder } = stage
  const { ids, spanId } = agent
  const { type, text, callId, calls, children } = task
  recorder.add({
    kind: 'agent.started',
    ...ids,
    spanId,
    ...(callId && { parentSpanId: callId }),
    data: { type, description: text, model: LEAD_MODEL, task: text },
  })
  agent.hear('HumanMessage', text)
  const waiting = [...children]
  for (const step of planSteps(calls, children.length, agent.chance)) {
    yield* askModel(stage, agent, step)
    yield* makeStep(stage, agent, { step, waiting })
    saveCheckpoint(stage, agent)
  }
  yield* askModel(stage, agent, [])
  const data = { outcome: 'ok' as Outcome, report: `Done: ${text}` }
  recorder.add({ kind: 'agent.ended', ...ids, spanId, data })
}

/** The calls of one answer go on at the same time. */
function* makeStep(
  stage: Stage,
  agent: Agent,
  { step, waiting }: { readonly step: Step; readonly waiting: AgentPlan[] },
): Work {
  const jobs: Job[] = []
  for (const deed of step) {
    const child = deed === 'task' ? waiting.shift() : undefined
    const work =
      deed === 'task' ? child && delegate(stage, agent, child) : makeCall(stage, agent, deed)
    if (work) jobs.push(stage.simulation.start(work))
  }
  yield jobs
}

function* delegate(stage: Stage, agent: Agent, child: AgentPlan): Work {
  const text = `Look after part ${child.number} of the shop, and report what you changed.`
  const title = `Delegate to ${child.type}`
  const call = toCall(stage, { name: 'task', title, effect: 'read', path: text })
  begin(stage, agent, call)
  const spanId = SpanId.parse(stage.recorder.name('spn'))
  yield* workAsAgent(stage, {
    runId: agent.ids.runId,
    agentId: spanId,
    spanId,
    type: child.type,
    text,
    callId: call.spanId,
    calls: CALLS_OF_SUBAGENT,
    children: child.children,
    seed: child.number,
  })
  finish(stage, agent, call, { outcome: 'ok', result: `Done: ${text}` })
}

function saveCheckpoint({ recorder }: Stage, agent: Agent): void {
  agent.checkpoints += 1
  const namespace = agent.spanId === agent.ids.agentId ? '' : 'tools'
  const checkpointId = recorder.name('chk')
  const data = { checkpointId, namespace, step: agent.checkpoints }
  recorder.add({ kind: 'checkpoint.saved', ...agent.ids, data })
}
