import type { AnyEvent, EventFor } from '../events/index.ts'
import { defineProjection, fold } from '../projections/define.ts'
import {
  addSpent,
  type RunCall,
  type RunFile,
  type RunItem,
  type RunPrompt,
  type RunRecord,
  type RunStep,
  type RunTotals,
} from './run-record.ts'

interface Recorded extends RecordedSteps {
  files: Record<string, RunFile>
  /** The step an agent is at, and the one that an attempt is of. */
  current: Record<string, string>
  stepOf: Record<string, string>
  totals: RunTotals
  /** When it ended, until it goes on. */
  stoppedAt?: number
  /** Calls that wait for a person, and since when one does. */
  waiting: number
  waitsSince: number
}

/** How much of what is said is kept. */
const TEXT_CHARS = 600

/** The events of one run, in order, as what is compared of it. */
export function recordRun(events: Iterable<AnyEvent>): RunRecord {
  const recorded = fold(recording, recording.init(), events)
  const { totals, files, agents } = recorded
  return {
    items: listItems(recorded),
    files: Object.values(files).sort((a, b) => (a.path < b.path ? -1 : 1)),
    totals: { ...totals, agents: Object.keys(agents).length },
  }
}

const recording = defineProjection<Recorded>({
  init: () => ({
    steps: {},
    calls: {},
    agents: {},
    prompts: [],
    files: {},
    current: {},
    stepOf: {},
    totals: {
      model: '',
      startedAt: 0,
      endedAt: 0,
      pausedMs: 0,
      waitedMs: 0,
      agents: 0,
      inputTokens: 0,
      outputTokens: 0,
      costUsd: 0,
      unpricedCalls: 0,
    },
    waiting: 0,
    waitsSince: 0,
  }),
  copy: (state) => ({
    ...state,
    steps: { ...state.steps },
    calls: { ...state.calls },
    agents: { ...state.agents },
    prompts: [...state.prompts],
    files: { ...state.files },
    current: { ...state.current },
    stepOf: { ...state.stepOf },
  }),
  each: (state, { at }) => {
    const startedAt = state.totals.startedAt || at
    state.totals = { ...state.totals, startedAt, endedAt: at }
  },
  on: {
    'run.started': (state, { at, data }) => {
      const { outcome: _, reason: __, ...totals } = state.totals
      const pausedMs = totals.pausedMs + (state.stoppedAt === undefined ? 0 : at - state.stoppedAt)
      state.totals = { ...totals, pausedMs, model: data.model.model }
      delete state.stoppedAt
    },
    'run.ended': (state, { at, data }) => {
      const { outcome, reason } = data
      if (state.waiting > 0) addWait(state, at)
      state.waiting = 0
      state.stoppedAt = at
      state.totals = { ...state.totals, outcome, ...(reason !== undefined && { reason }) }
    },
    'input.received': (state, { seq, at, data }) => {
      const place = { seq, endSeq: seq, at, agent: 'lead', agentType: 'lead', depth: 0 }
      state.prompts.push({ type: 'prompt', ...place, text: data.text })
    },
    'agent.started': (state, { agentId, parentSpanId, data }) => {
      if (!agentId || state.agents[agentId]) return
      const { type, teammate: name = type } = data
      state.agents[agentId] = { name, type, steps: [], ...(parentSpanId && { parentSpanId }) }
    },
    'model.started': startStep,
    'model.delta': (state, { spanId, data }) => {
      if (data.channel !== 'text') return
      changeStep(state, spanId, (step) => ({
        text: step.text.length < TEXT_CHARS ? step.text + data.text : step.text,
      }))
    },
    'model.ended': endModelCall,
    'tool.started': startCall,
    'tool.ended': (state, { spanId, agentId, seq, at, data }) => {
      const call = spanId && state.calls[spanId]
      if (call) state.calls[spanId] = { ...call, ...known(data), endedAt: at }
      changeStep(state, agentId && state.current[agentId], () => ({ endSeq: seq, endedAt: at }))
    },
    'approval.requested': (state, { at }) => {
      if (state.waiting === 0) state.waitsSince = at
      state.waiting += 1
    },
    'approval.decided': (state, { at }) => {
      if (state.waiting === 0) return
      state.waiting -= 1
      if (state.waiting === 0) addWait(state, at)
    },
    'file.changed': changeFile,
  },
})

function startStep(state: Recorded, event: EventFor<'model.started'>): void {
  const { spanId, agentId, seq, at, data } = event
  if (!spanId || !agentId || data.purpose !== 'step') return
  const known = data.attempt > 1 ? state.current[agentId] : undefined
  state.stepOf[spanId] = known ?? spanId
  if (known) {
    changeStep(state, known, (step) => ({ attempts: step.attempts + 1, text: '' }))
    return
  }
  state.current[agentId] = spanId
  const spent = { tokens: 0, costUsd: 0, unpricedCalls: 0 }
  const place = { seq, endSeq: seq, at, endedAt: at }
  const { model } = data
  state.steps[spanId] = {
    type: 'step',
    ...place,
    model,
    attempts: 1,
    text: '',
    calls: [],
    ...spent,
  }
  const agent = state.agents[agentId] ?? { name: 'agent', type: 'agent', steps: [] }
  state.agents[agentId] = { ...agent, steps: [...agent.steps, spanId] }
}

function endModelCall(state: Recorded, { spanId, seq, at, data }: EventFor<'model.ended'>): void {
  const { outcome, error, usage } = data
  changeStep(state, spanId, ({ error: _, ...step }) => ({
    ...addSpent(step, data),
    outcome,
    endSeq: seq,
    endedAt: at,
    ...(error !== undefined && { error }),
  }))
  const { totals } = state
  state.totals = {
    ...totals,
    inputTokens: totals.inputTokens + usage.inputTokens,
    outputTokens: totals.outputTokens + usage.outputTokens,
    costUsd: totals.costUsd + (data.costUsd ?? 0),
    unpricedCalls: totals.unpricedCalls + (data.costUsd === null ? 1 : 0),
  }
}

function startCall(state: Recorded, event: EventFor<'tool.started'>): void {
  const { spanId, agentId, seq, at, data } = event
  if (!spanId || state.calls[spanId]) return
  const { name, title, effect, args } = data
  state.calls[spanId] = { seq, name, title, effect, args, startedAt: at }
  changeStep(state, agentId && state.current[agentId], (step) => ({
    calls: [...step.calls, spanId],
    endSeq: seq,
  }))
}

/** `spanId` is that of any attempt. */
function changeStep(
  state: Recorded,
  spanId: string | undefined,
  change: (step: Step) => Partial<Step>,
): void {
  const id = spanId && (state.stepOf[spanId] ?? spanId)
  const step = id && state.steps[id]
  if (step) state.steps[id] = { ...step, ...change(step) }
}

function known({ outcome, error, result, display }: EventFor<'tool.ended'>['data']) {
  return {
    outcome,
    ...(error !== undefined && { error }),
    ...(result !== undefined && { result }),
    ...(display && { display }),
  }
}

function addWait(state: Recorded, until: number): void {
  const waitedMs = state.totals.waitedMs + until - state.waitsSince
  state.totals = { ...state.totals, waitedMs }
}

/** What a person edits beside the run, or another session, is no part of it. */
function changeFile(state: Recorded, { seq, data }: EventFor<'file.changed'>): void {
  if (data.by.type === 'person' || data.by.type === 'session') return
  const { path, before, after, added, removed } = data
  const known = state.files[path]
  state.files[path] = {
    path,
    before: known ? known.before : before,
    after,
    added: (known?.added ?? 0) + added,
    removed: (known?.removed ?? 0) + removed,
    seq,
  }
}

/** A step as it is recorded: its calls by their spans, its agent known by whose it is. */
type Step = Omit<RunStep, keyof Place | 'calls'> & {
  readonly calls: readonly string[]
}

interface Agent {
  readonly name: string
  readonly type: string
  /** The call that asked for it; the lead has none. */
  readonly parentSpanId?: string
  readonly steps: readonly string[]
}

interface RecordedSteps {
  /** By the span of their first attempt. */
  steps: Record<string, Step>
  calls: Record<string, RunCall>
  agents: Record<string, Agent>
  prompts: RunPrompt[]
}

type Place = Pick<RunItem, 'agent' | 'agentType' | 'depth'>

/** Agents work at once, so that the order of their steps is chance: each is listed where it was asked for. */
function listItems(recorded: RecordedSteps): readonly RunItem[] {
  const { agents, calls } = recorded
  const asked = Map.groupBy(Object.values(agents), ({ parentSpanId: call }) =>
    call && calls[call] ? call : undefined,
  )
  const roots = asked.get(undefined) ?? []
  const steps = roots.flatMap((root) => [...itemsOf(root, { recorded, asked })])
  return withPrompts(steps, recorded.prompts)
}

interface Listing {
  readonly recorded: RecordedSteps
  /** Agents by the call that asked for them. */
  readonly asked: ReadonlyMap<string | undefined, readonly Agent[]>
  readonly under?: Place
}

function* itemsOf(agent: Agent, { recorded, asked, under }: Listing): Generator<RunItem> {
  const place = placeOf(agent, under)
  for (const id of agent.steps) {
    const step = recorded.steps[id]
    if (!step) continue
    yield { ...step, ...place, calls: step.calls.flatMap((call) => recorded.calls[call] ?? []) }
    const children = step.calls.flatMap((call) => asked.get(call) ?? [])
    for (const child of children) yield* itemsOf(child, { recorded, asked, under: place })
  }
}

function placeOf({ name, type }: Agent, under: Place | undefined): Place {
  if (!under) return { agent: name, agentType: type, depth: 0 }
  return { agent: `${under.agent} › ${name}`, agentType: type, depth: under.depth + 1 }
}

/** Each before the first step of the lead that could know of it. */
function withPrompts(steps: readonly RunItem[], prompts: readonly RunPrompt[]): readonly RunItem[] {
  const all = [...steps]
  for (const prompt of prompts) {
    const index = all.findIndex(({ depth, seq }) => depth === 0 && seq > prompt.seq)
    all.splice(index < 0 ? all.length : index, 0, prompt)
  }
  return all
}
