import type { SessionSummary } from '#shared/contract/procedures/sessions.ts'
import type { OtherSession } from '#shared/events/file.ts'
import { type AnyEvent, type EventFor, isObservation } from '#shared/events/index.ts'
import { type FileContent, headOf, type ModelRef } from '#shared/events/value.ts'
import type { ProjectId, SessionId } from '#shared/lib/ids.ts'
import { type CallsState, calls } from '#shared/projections/calls.ts'
import { defineProjection, fold } from '#shared/projections/define.ts'
import { type ForkedFrom, type StatusState, status } from '#shared/projections/status.ts'
import { type SpentState, spent } from '#shared/spending/spent.ts'

/** A span, a terminal, or a program in a debugger, that has begun and not ended: what is needed to end it. */
export interface OpenSpan {
  readonly type: 'run' | 'agent' | 'model' | 'tool' | 'terminal' | 'debugger'
  readonly ids: Pick<AnyEvent, 'runId' | 'spanId' | 'agentId'>
  /** Of a model call. */
  readonly model?: ModelRef
}

/** The last write of an agent or a person of a session to a file. */
export interface LastWrite {
  readonly at: number
  readonly after: FileContent | null
  readonly author: OtherSession['author']
}

/** What is kept of a session for views over many of them. */
export interface SummaryState {
  seq: number
  /** Time of the last activity of an agent or a person. */
  changedAt: number
  status: StatusState
  calls: CallsState
  firstInput?: string
  agents: number
  tokens: number
  costUsd: number
  /** In US dollars, by month (UTC), as `2026-11`. */
  costByMonth: Record<string, number>
  unpricedCalls: number
  spent: SpentState
  /** By type and id, in the order they began. */
  open: Record<string, OpenSpan>
  /** Project files by the path that agents use, latest write last. */
  writes: Record<string, LastWrite>
}

/** Beyond this, the oldest writes are dropped. */
const MAX_WRITES = 200
const TITLE_CHARS = 80

/** A session as the store lists it. */
export interface SessionRow {
  readonly id: SessionId
  readonly projectId: ProjectId
  /** The folder it works in. */
  readonly root: string
  readonly createdAt: number
}

export function initSummary(): SummaryState {
  return {
    seq: 0,
    changedAt: 0,
    status: status.init(),
    calls: calls.init(),
    agents: 0,
    tokens: 0,
    costUsd: 0,
    costByMonth: {},
    unpricedCalls: 0,
    spent: spent.init(),
    open: {},
    writes: {},
  }
}

/** Folds those of `events` that came after `state.seq`; changes `state`. */
export function foldSummary(state: SummaryState, events: readonly AnyEvent[]): void {
  const fresh = events.filter((event) => event.seq > state.seq)
  const last = fresh.at(-1)
  if (!last) return
  fold(status, state.status, fresh)
  fold(calls, state.calls, fresh)
  fold(spent, state.spent, fresh)
  fold(summary, state, fresh)
  state.seq = last.seq
  state.changedAt =
    fresh.findLast((event) => !isInterruption(event) && !isObservation(event))?.at ??
    state.changedAt
}

/** Of a session whose host died, the next one says that it was cut off, whenever that is. */
function isInterruption({ kind, data }: AnyEvent): boolean {
  return kind === 'terminal.ended'
    ? data.exitCode === null
    : 'outcome' in data && data.outcome === 'interrupted'
}

export function toSummary(row: SessionRow, state: SummaryState): SessionSummary {
  const { status: now, seq, changedAt, agents, tokens, costUsd, unpricedCalls } = state
  const { forkedFrom } = now
  return {
    ...{ id: row.id, projectId: row.projectId, root: row.root, createdAt: row.createdAt },
    projectName: now.projectName ?? '',
    title: now.title ?? titleFrom(state.firstInput),
    ...(state.firstInput !== undefined && { firstInput: state.firstInput }),
    changedAt: changedAt || row.createdAt,
    lastSeq: seq,
    runs: now.runs,
    isRunning: now.runId !== undefined,
    isQueued: now.isQueued === true,
    isPaused: now.isPaused ?? false,
    ...(now.wait && { waitsUntil: now.wait.until }),
    waiting: now.waiting,
    // What a person stopped themselves they know of.
    cutOff: now.lastOutcome === 'cancelled' ? 0 : state.calls.order.length,
    ...(now.lastOutcome && { lastOutcome: now.lastOutcome }),
    ...(now.model && { model: now.model }),
    ...(forkedFrom && { forkedFrom: toForkedFrom(forkedFrom) }),
    ...{ costUsd, unpricedCalls, tokens, agents },
  }
}

function toForkedFrom({ sessionId, title, seq, at, origin }: ForkedFrom) {
  return { sessionId, title, seq, at, origin }
}

function titleFrom(input: string | undefined): string {
  const line = input?.trim().split('\n', 1)[0] ?? ''
  if (line === '') return 'New session'
  return line.length > TITLE_CHARS ? `${line.slice(0, TITLE_CHARS - 1)}…` : line
}

const summary = defineProjection<SummaryState>({
  init: initSummary,
  copy: (state) => ({
    ...state,
    status: status.copy(state.status),
    calls: calls.copy(state.calls),
    costByMonth: { ...state.costByMonth },
    spent: spent.copy(state.spent),
    open: { ...state.open },
    writes: { ...state.writes },
  }),
  on: {
    'input.received': (state, { data }) => {
      state.firstInput ??= headOf(data.text).slice(0, TITLE_CHARS * 2)
    },
    // A fork starts from zero: the parent session spent the money and wrote the files.
    'session.forked': (state) => {
      Object.assign(state, { tokens: 0, costUsd: 0, costByMonth: {}, unpricedCalls: 0, writes: {} })
    },
    'run.started': (state, event) => open(state, 'run', event),
    'run.ended': (state, event) => close(state, 'run', event),
    'agent.started': (state, event) => {
      if (event.spanId === event.agentId) state.agents += 1
      open(state, 'agent', event)
    },
    'agent.ended': (state, event) => close(state, 'agent', event),
    'model.started': (state, event) => {
      const { provider, model } = event.data
      open(state, 'model', event, { provider, model })
    },
    'model.ended': (state, event) => {
      const { usage, costUsd } = event.data
      const month = monthOf(event.at)
      state.costByMonth[month] = (state.costByMonth[month] ?? 0) + (costUsd ?? 0)
      state.tokens += usage.inputTokens + usage.outputTokens
      state.costUsd += costUsd ?? 0
      state.unpricedCalls += costUsd === null ? 1 : 0
      close(state, 'model', event)
    },
    'tool.started': (state, event) => open(state, 'tool', event),
    'tool.ended': (state, event) => close(state, 'tool', event),
    'terminal.opened': (state, event) => open(state, 'terminal', event),
    'terminal.ended': (state, event) => close(state, 'terminal', event),
    'debug.started': (state, event) => open(state, 'debugger', event),
    'debug.ended': (state, event) => close(state, 'debugger', event),
    'file.changed': recordWrite,
  },
})

function recordWrite(
  { writes }: SummaryState,
  { at, data: { path, after, by } }: EventFor<'file.changed'>,
): void {
  delete writes[path]
  const isOwn = by.type === 'call' || by.type === 'person'
  if (!isOwn || !path.startsWith('/workspace/')) return
  writes[path] = { at, after, author: by.type === 'person' ? 'person' : 'agent' }
  const [oldest] = Object.keys(writes)
  if (oldest !== undefined && Object.keys(writes).length > MAX_WRITES) delete writes[oldest]
}

/** Of a time in milliseconds since the epoch, in UTC: `2026-11`. */
export function monthOf(at: number): string {
  return new Date(at).toISOString().slice(0, 7)
}

function keyOf(type: OpenSpan['type'], { runId, spanId }: OpenSpan['ids']): string {
  return `${type} ${type === 'run' ? runId : spanId}`
}

function open(
  state: SummaryState,
  type: OpenSpan['type'],
  { runId, spanId, agentId }: OpenSpan['ids'],
  model?: ModelRef,
): void {
  const ids = { ...(runId && { runId }), ...(spanId && { spanId }), ...(agentId && { agentId }) }
  state.open[keyOf(type, ids)] = { type, ids, ...(model && { model }) }
}

function close(state: SummaryState, type: OpenSpan['type'], event: AnyEvent): void {
  delete state.open[keyOf(type, event)]
}
