import type { EventFor } from '../events/index.ts'
import { headOf, type ModelRef, type Outcome } from '../events/value.ts'
import type { SpanId } from '../lib/ids.ts'
import type { Span } from './spans.ts'

/**
 * Why an agent is not at work: it waits for a place among those that are, sleeps until somebody of
 * its team writes to it, or it, or its run, has ended.
 */
export type RestReason = 'queued' | 'asleep' | 'over'

interface Rest {
  readonly reason: RestReason
  readonly from: number
}

/** A rest that is over. */
export interface Pause extends Rest {
  readonly to: number
}

export interface Lane {
  readonly agentId: SpanId
  readonly parentAgentId?: SpanId
  /** The call the lane hangs from. */
  readonly parentSpanId?: SpanId
  /** 0 for those that nobody spawned: the lead, and who conducts a person's review. */
  readonly depth: number
  readonly type: string
  readonly description: string
  /** Absent until it first begins. */
  readonly model?: ModelRef
  /** When it was asked for; of an agent that nobody had to ask for, when it began. */
  readonly startedAt: number
  /** Of its last stretch of work; absent while it is at work, and before it first is. */
  readonly endedAt?: number
  readonly outcome?: Outcome
  /** Whoever asked for it goes on meanwhile. */
  readonly isBackground?: true
  /** What others of its team call it; only teammates have one. */
  readonly teammate?: string
  /** The team it is in, as long as there is that. */
  readonly team?: string
  /** Absent while it is at work. */
  readonly rest?: Rest
  /** When it was not at work, in order. */
  readonly pauses?: readonly Pause[]
  readonly costUsd: number
  readonly unpricedCalls: number
  readonly tokens: number
}

export interface Lanes {
  spans: Record<string, Span>
  lanes: Record<SpanId, Lane>
  /** As they are drawn: each under its parent, in the order they were spawned. */
  laneOrder: SpanId[]
}

/** A known agent that starts keeps its lane: it had waited, was resumed, or woke. */
export function startLane(state: Lanes, event: EventFor<'agent.started'>): void {
  const { agentId, parentSpanId, at, data } = event
  if (!agentId) return
  const { task: _, teammate, ...begun } = data
  const known = state.lanes[agentId]
  if (known) {
    const { endedAt: __, outcome: ___, ...lane } = endRest(known, at)
    state.lanes[agentId] = lane.model ? lane : { ...lane, ...begun }
  } else {
    const named = teammate !== undefined && { teammate }
    addLane(state, parentSpanId, { agentId, ...begun, ...named, startedAt: at })
  }
}

/** A teammate that ends its turn sleeps; others are done. */
export function endLane({ lanes }: Lanes, event: EventFor<'agent.ended'>): void {
  const { agentId, at, data } = event
  const lane = agentId && lanes[agentId]
  if (!lane) return
  const { outcome } = data
  const rest = lane.rest ?? { reason: restOf(lane), from: at }
  lanes[lane.agentId] = { ...lane, endedAt: at, outcome, rest }
}

/** The lane of an agent that was asked for is there while it waits for a place. */
export function queueLane(state: Lanes, event: EventFor<'agent.queued'>): void {
  const { agentId, spanId, at, data } = event
  if (!agentId) return
  const known = state.lanes[agentId]
  if (known?.rest) state.lanes[agentId] = toRest(known, 'queued', at)
  if (known) return
  const { type, description, isBackground } = data
  const kind = isBackground && { isBackground }
  addLane(state, spanId, { agentId, type, description, ...kind, ...waitingSince(at) })
}

export function addTeam(state: Lanes, { spanId, at, data }: EventFor<'team.created'>): void {
  const { name: team, members } = data
  forgetTeam(state, team, at)
  for (const { agentId, name: teammate, type, brief } of members) {
    const known = state.lanes[agentId]
    if (known) state.lanes[agentId] = { ...known, team, teammate }
    else {
      const description = headOf(brief).trim().split('\n', 1)[0] ?? ''
      const lane = { agentId, type, description, team, teammate }
      addLane(state, spanId, { ...lane, ...waitingSince(at) })
    }
  }
}

/** Its members do not sleep any more: nobody can wake them. */
export function forgetTeam({ lanes, laneOrder }: Lanes, name: string, at: number): void {
  for (const id of laneOrder) {
    const member = lanes[id]
    if (member?.team !== name) continue
    const { team: _, ...lane } = member
    lanes[id] = lane.rest ? toRest(lane, 'over', at) : lane
  }
}

/** Whoever sleeps and is written to is to wake as soon as there is a place. */
export function callLane({ lanes }: Lanes, { at, data }: EventFor<'message.sent'>): void {
  const lane = lanes[data.to.agentId]
  if (lane?.rest?.reason === 'asleep') lanes[lane.agentId] = toRest(lane, 'queued', at)
}

/** Nobody waits for a place in a run that is over. */
export function endQueue({ lanes, laneOrder }: Lanes, at: number): void {
  for (const id of laneOrder) {
    const lane = lanes[id]
    if (lane?.rest?.reason === 'queued') lanes[id] = toRest(lane, restOf(lane), at)
  }
}

/** How long an agent has been at work by `now`, in milliseconds: its rests do not count. */
export function workedMs({ startedAt, rest, pauses = [] }: Lane, now: number): number {
  const rested = pauses.reduce((sum, { from, to }) => sum + to - from, 0)
  return Math.max(0, (rest?.from ?? now) - startedAt - rested)
}

function restOf({ team }: Lane): RestReason {
  return team === undefined ? 'over' : 'asleep'
}

function toRest(lane: Lane, reason: RestReason, from: number): Lane {
  return { ...endRest(lane, from), rest: { reason, from } }
}

function endRest({ rest, ...lane }: Lane, to: number): Lane {
  return rest ? { ...lane, pauses: [...(lane.pauses ?? []), { ...rest, to }] } : lane
}

function waitingSince(at: number): Pick<Lane, 'startedAt' | 'rest'> {
  return { startedAt: at, rest: { reason: 'queued', from: at } }
}

type Begun = Omit<
  Lane,
  'parentAgentId' | 'parentSpanId' | 'depth' | 'costUsd' | 'unpricedCalls' | 'tokens'
>

/** Under the lane of the call that asked for it. */
function addLane(state: Lanes, callId: SpanId | undefined, begun: Begun): void {
  const call = callId && state.spans[callId]
  const parent = call ? state.lanes[call.agentId] : undefined
  state.lanes[begun.agentId] = {
    ...begun,
    ...(parent && { parentAgentId: parent.agentId }),
    ...(callId && { parentSpanId: callId }),
    depth: parent ? parent.depth + 1 : 0,
    costUsd: 0,
    unpricedCalls: 0,
    tokens: 0,
  }
  state.laneOrder.splice(placeOf(state, parent), 0, begun.agentId)
  if (call && call.type === 'tool') state.spans[call.id] = { subagentId: begun.agentId, ...call }
}

/** Behind the last of the parent's descendants. */
function placeOf(state: Lanes, parent: Lane | undefined): number {
  if (!parent) return state.laneOrder.length
  let index = state.laneOrder.indexOf(parent.agentId) + 1
  for (; index < state.laneOrder.length; index += 1) {
    const id = state.laneOrder[index]
    const lane = id && state.lanes[id]
    if (!lane || lane.depth <= parent.depth) break
  }
  return index
}
