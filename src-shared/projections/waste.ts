import type { EventFor } from '../events/index.ts'
import { fingerprint } from '../lib/fingerprint.ts'
import type { SpanId } from '../lib/ids.ts'
import { copyRecord } from '../lib/records.ts'
import { defineProjection } from './define.ts'
import {
  addSums,
  noWaste,
  type Waste,
  type WasteKind,
  type WasteSum,
  wasteKinds,
  withWaste,
} from './waste-sums.ts'

/** A model call under way. */
interface AskedModel {
  readonly startedAt: number
  /** Absent of a call that an agent's own thread is not sent with. */
  readonly sending?: NewRequest
}

interface NewRequest {
  readonly request: Omit<SentRequest, 'inputTokens'>
  /** Of it, what the agent's request before had sent. */
  readonly resentTokens: number
}

/** What an agent sent its model last; told apart by its ends, as threads only grow. */
interface SentRequest {
  readonly model: string
  readonly tools?: string
  readonly count: number
  readonly first: string
  readonly last: string
  readonly inputTokens: number
}

interface BegunCall {
  readonly startedAt: number
  /** Of one that reads: what it was asked for, until the agent forgets what it was told. */
  readonly question?: string
}

/** Time in which at least one call waits for a person. */
interface Waiting {
  readonly calls: number
  readonly since: number
}

export interface WasteState {
  /** In the order they came out. */
  items: Waste[]
  byKind: Record<string, WasteSum>
  byAgent: Record<SpanId, WasteSum>
  /** By agent, and of the session by the empty name; those that wait no more are absent. */
  waiting: Record<string, Waiting>
  /** Calls that wait, by their approval. */
  waits: Record<string, { readonly agentId: SpanId; readonly since: number }>
  asked: Record<SpanId, AskedModel>
  calls: Record<SpanId, BegunCall>
  /** By agent. */
  sent: Record<SpanId, SentRequest>
  /** By agent: what writing each call of its last answer cost; `null` without a price. */
  callCosts: Record<SpanId, number | null>
  /** By agent: where in `items` its last failed attempt is, as long as it was not made again. */
  failures: Record<SpanId, { readonly index: number; readonly endedAt: number }>
  /** What reads were answered, by what they asked for; fingerprints. */
  answers: Record<string, string>
  /** By agent: how often it was left a summary instead of what it had read. */
  summaries: Record<SpanId, number>
}

/** No provider's cache keeps less. */
const LEAST_CACHED_TOKENS = 1024
const MILLION = 1_000_000
const ALL = ''

/** Where time and money went without anything coming of it, in milliseconds and US dollars. */
export const waste = defineProjection<WasteState>({
  init: () => ({
    items: [],
    byKind: {},
    byAgent: {},
    waiting: {},
    waits: {},
    asked: {},
    calls: {},
    sent: {},
    callCosts: {},
    failures: {},
    answers: {},
    summaries: {},
  }),
  copy: (state, large = copyRecord) => ({
    items: [...state.items],
    byKind: { ...state.byKind },
    byAgent: { ...state.byAgent },
    waiting: { ...state.waiting },
    waits: { ...state.waits },
    asked: { ...state.asked },
    calls: { ...state.calls },
    sent: { ...state.sent },
    callCosts: { ...state.callCosts },
    failures: { ...state.failures },
    answers: large(state.answers),
    summaries: { ...state.summaries },
  }),
  picture: { items: () => [], sent: () => [], answers: () => [] },
  on: {
    // What was inherited was lost elsewhere.
    'session.forked': (state) => {
      state.items = []
      state.byKind = {}
      state.byAgent = {}
      state.failures = {}
    },
    'approval.requested': beginWait,
    'approval.decided': endWait,
    'model.started': (state, { spanId, agentId, at, data }) => {
      if (!spanId || !agentId || data.purpose === 'embedding') return
      if (data.attempt > 1) lengthenFailure(state, agentId, at)
      delete state.failures[agentId]
      const sending = data.purpose === 'step' ? requestOf(state, agentId, data) : undefined
      state.asked[spanId] = { startedAt: at, ...(sending && { sending }) }
    },
    'model.ended': endModelCall,
    'context.compacted': ({ summaries }, { agentId }) => {
      if (agentId) summaries[agentId] = (summaries[agentId] ?? 0) + 1
    },
    // A call that an agent hangs from lasts as long as that one: what it loses is told there.
    'agent.started': (state, { parentSpanId }) => {
      if (parentSpanId) delete state.calls[parentSpanId]
    },
    'tool.started': (state, { spanId, agentId, at, data }) => {
      if (!spanId || !agentId) return
      const { name, effect, args } = data
      const asks = `${name} ${'json' in args ? JSON.stringify(args.json) : args.ref}`
      const question = `${agentId} ${state.summaries[agentId] ?? 0} ${fingerprint(asks)}`
      state.calls[spanId] = { startedAt: at, ...(effect === 'read' && { question }) }
    },
    'tool.ended': endCall,
  },
})

/** Its part of what is summed up is less where others waited at the same time. */
interface Shares {
  readonly all: number
  readonly own: number
}

function add(
  state: WasteState,
  item: Waste,
  { all, own }: Shares = { all: item.lostMs, own: item.lostMs },
): void {
  const { kind, agentId, costUsd } = item
  state.items.push(item)
  state.byKind[kind] = withWaste(state.byKind[kind], { lostMs: all, costUsd })
  state.byAgent[agentId] = withWaste(state.byAgent[agentId], { lostMs: own, costUsd })
}

function beginWait(state: WasteState, { agentId, at, data }: EventFor<'approval.requested'>): void {
  if (!agentId || state.waits[data.approvalId]) return
  state.waits[data.approvalId] = { agentId, since: at }
  for (const whose of [ALL, agentId]) {
    const { calls, since } = state.waiting[whose] ?? { calls: 0, since: at }
    state.waiting[whose] = { calls: calls + 1, since }
  }
}

function endWait(state: WasteState, { seq, at, data }: EventFor<'approval.decided'>): void {
  const id = data.approvalId
  const wait = state.waits[id]
  if (!wait) return
  delete state.waits[id]
  const { agentId, since } = wait
  const shares = { all: endWaiting(state, ALL, at), own: endWaiting(state, agentId, at) }
  add(state, { kind: 'waiting', id, agentId, seq, lostMs: at - since, costUsd: 0 }, shares)
}

/** Answers how long was waited since this was last asked: what waits at once is counted once. */
function endWaiting({ waiting }: WasteState, whose: string, at: number): number {
  const known = waiting[whose]
  if (!known) return 0
  if (known.calls > 1) waiting[whose] = { calls: known.calls - 1, since: at }
  else delete waiting[whose]
  return at - known.since
}

function endModelCall(state: WasteState, event: EventFor<'model.ended'>): void {
  const { spanId, agentId, data } = event
  const asked = spanId && state.asked[spanId]
  if (!spanId || !agentId || !asked) return
  delete state.asked[spanId]
  const place = { id: spanId, agentId, seq: event.seq }
  if (data.outcome === 'error') {
    state.failures[agentId] = { index: state.items.length, endedAt: event.at }
    const lostMs = event.at - asked.startedAt
    add(state, { kind: 'failed-attempt', ...place, lostMs, costUsd: costOfFailed(data) })
    return
  }
  state.callCosts[agentId] = callCostOf(data)
  if (!asked.sending || data.isEstimated) return
  const { request, resentTokens } = asked.sending
  const missed = missedIn(data, resentTokens)
  state.sent[agentId] = { ...request, inputTokens: data.usage.inputTokens }
  if (missed) add(state, { kind: 'cache-miss', ...place, lostMs: 0, ...missed })
}

type Started = EventFor<'model.started'>['data']
type Ended = EventFor<'model.ended'>['data']

/** What counted no tokens cost nothing, also without a price. */
function costOfFailed({ usage, costUsd }: Ended): number | null {
  return usage.inputTokens + usage.outputTokens === 0 ? (costUsd ?? 0) : costUsd
}

/** Until it was made again was lost as well. */
function lengthenFailure(state: WasteState, agentId: SpanId, at: number): void {
  const failure = state.failures[agentId]
  const item = failure && state.items[failure.index]
  if (!failure || !item) return
  const more = at - failure.endedAt
  state.items[failure.index] = { ...item, lostMs: item.lostMs + more }
  lengthen(state.byKind, item.kind, more)
  lengthen(state.byAgent, agentId, more)
}

function lengthen(sums: Record<string, WasteSum>, key: string, byMs: number): void {
  const sum = sums[key]
  if (sum) sums[key] = { ...sum, lostMs: sum.lostMs + byMs }
}

/** What a request begins with and ends with, and how much of it was in the one before. */
function requestOf({ sent }: WasteState, agentId: SpanId, data: Started): NewRequest | undefined {
  const { messages, tools } = data.request
  const [first, last] = [messages[0], messages.at(-1)]
  if (first === undefined || last === undefined) return undefined
  const model = `${data.provider}:${data.model}`
  const request = { model, count: messages.length, first, last, ...(tools && { tools }) }
  const before = sent[agentId]
  const isMore =
    before?.model === model &&
    before.tools === tools &&
    before.first === first &&
    before.last === messages[before.count - 1]
  return { request, resentTokens: isMore ? before.inputTokens : 0 }
}

/** A price without one for what was cached knows no cache: nothing was to be saved. */
function missedIn({ usage, price, costUsd }: Ended, resentTokens: number) {
  const known = Math.min(resentTokens, usage.inputTokens)
  const tokens = known - usage.cacheReadTokens
  if (tokens < LEAST_CACHED_TOKENS) return undefined
  if (!price) return costUsd === 0 ? undefined : { tokens, costUsd: null }
  const { inputUsd, cacheReadUsd = inputUsd } = price
  const lostUsd = (tokens * (inputUsd - cacheReadUsd)) / MILLION
  return lostUsd > 0 ? { tokens, costUsd: lostUsd } : undefined
}

/** What each call that an answer asked for cost to be written; its input is told of elsewhere. */
function callCostOf({ usage, price, tools = [], costUsd }: Ended): number | null {
  if (usage.outputTokens === 0 || costUsd === 0) return 0
  if (!price) return null
  return (usage.outputTokens * price.outputUsd) / MILLION / Math.max(1, tools.length)
}

type CallEnded = EventFor<'tool.ended'>

function endCall(state: WasteState, event: CallEnded): void {
  const { spanId, agentId, data } = event
  const call = spanId && state.calls[spanId]
  if (!spanId || !agentId || !call) return
  delete state.calls[spanId]
  const isFailed = data.outcome === 'error' && !isWorkFailure(data)
  const kind = isFailed ? 'failed-call' : readAgain(state, call, data)
  if (!kind) return
  const lostMs = event.at - call.startedAt
  const costUsd = state.callCosts[agentId] ?? null
  add(state, { kind, id: spanId, agentId, seq: event.seq, lostMs, costUsd })
}

/** A red test or a search without a match is what the agent wanted to know, so it isn't wasted. */
function isWorkFailure({ isWorkFailure: isIt, display }: CallEnded['data']): boolean {
  if (isIt) return true
  if (display?.type === 'tests') return display.failed > 0
  return display?.type === 'terminal' && display.exitCode !== null
}

/** Of the reads those whose answer is shown as content are questions that can be put twice. */
function readAgain(
  state: WasteState,
  { question }: BegunCall,
  { outcome, result, display }: CallEnded['data'],
): WasteKind | undefined {
  const isContent = display && contentTypes.has(display.type)
  if (outcome !== 'ok' || question === undefined || result === undefined || !isContent) {
    return undefined
  }
  const answer = typeof result === 'string' ? fingerprint(result) : result.ref
  if (state.answers[question] === answer) return 'repeated-read'
  state.answers[question] = answer
  return undefined
}

const contentTypes: ReadonlySet<string> = new Set(['text', 'matches', 'list'])

/** All that was lost by `now`, of what still waits too, which has no item yet. */
export function sumWaste({ byKind, waiting }: WasteState, now: number): WasteSum {
  const sum = wasteKinds.reduce((all, kind) => addSums(all, byKind[kind] ?? noWaste), noWaste)
  return { ...sum, lostMs: sum.lostMs + waitedSince(waiting[ALL], now) }
}

/** In which nobody has answered yet. */
function waitedSince(waiting: Waiting | undefined, now: number): number {
  return waiting ? Math.max(0, now - waiting.since) : 0
}
