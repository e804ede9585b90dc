import type { EventFor } from '../events/index.ts'
import type { RunId } from '../lib/ids.ts'
import { defineProjection } from '../projections/define.ts'
import { type Totals, totalNames, totalsOf } from '../projections/totals.ts'

/** How finely times are told apart, in milliseconds: every time zone is off by whole ones of it. */
export const QUARTER_MS = 15 * 60_000

/** What makes model calls alike. */
export interface SpentKind {
  /** The subagent type that called; the lead is `lead`. */
  readonly type: string
  readonly provider: string
  readonly model: string
  /** What each call asked for, by name, as often as it did. None: it answered, or failed. */
  readonly tools: readonly string[]
}

/**
 * What alike calls came to within a quarter of an hour, as columns: there are many, and they are written
 * down. `at` is when the quarter begins, in milliseconds since the epoch; `kind` counts `kinds` from 0.
 */
export type SpentCells = Record<'at' | 'kind' | keyof Totals, number[]>

/** How many changes of agents a person accepted within a quarter of an hour, less those taken back in it. */
type AcceptedCells = Record<'at' | 'hunks', number[]>

/** In the order they came about. */
export interface Spent {
  kinds: SpentKind[]
  cells: SpentCells
  /** Absent: none were. */
  accepted?: AcceptedCells
}

export interface SpentByRun {
  /** Of its first model call, in milliseconds since the epoch. */
  readonly at: number
  readonly costUsd: number
}

/** What a session spent, told apart as far as any view over many of them asks. */
export interface SpentState extends Spent {
  byRun: Record<RunId, SpentByRun>
  /** Subagent types, by agent. */
  types: Record<string, string>
}

export const spent = defineProjection<SpentState>({
  init: () => ({ ...nothingSpent(), byRun: {}, types: {} }),
  copy: ({ kinds, cells, accepted, byRun, types }) => ({
    kinds: [...kinds],
    cells: copyCells(cells),
    ...(accepted && { accepted: { at: [...accepted.at], hunks: [...accepted.hunks] } }),
    byRun: { ...byRun },
    types: { ...types },
  }),
  on: {
    'agent.started': (state, { agentId, data }) => {
      if (agentId) state.types[agentId] = data.type
    },
    // What was inherited is the other session's.
    'session.forked': (state) => {
      Object.assign(state, nothingSpent(), { byRun: {} })
      delete state.accepted
    },
    'change.accepted': (state, { at, data }) => countAccepted(state, at, data.hunks),
    'change.reopened': (state, { at, data }) => {
      if (data.of === 'accepted') countAccepted(state, at, -data.hunks)
    },
    'model.ended': (state, event) => {
      const totals = totalsOf(event.data)
      const index = findCell(state, event)
      for (const name of totalNames) {
        const column = state.cells[name]
        column[index] = (column[index] ?? 0) + totals[name]
      }
      const { runId, at } = event
      if (!runId) return
      const before = state.byRun[runId] ?? { at, costUsd: 0 }
      state.byRun[runId] = { at: before.at, costUsd: before.costUsd + totals.costUsd }
    },
  },
})

function countAccepted(state: SpentState, at: number, hunks: number): void {
  const quarter = quarterOf(at)
  state.accepted ??= { at: [], hunks: [] }
  const cells = state.accepted
  const last = cells.at.length - 1
  if (cells.at[last] === quarter) cells.hunks[last] = (cells.hunks[last] ?? 0) + hunks
  else {
    cells.at.push(quarter)
    cells.hunks.push(hunks)
  }
}

/** When the quarter of an hour began. */
function quarterOf(at: number): number {
  return Math.floor(at / QUARTER_MS) * QUARTER_MS
}

/** Where the call's cell is, or comes to be. */
function findCell(state: SpentState, event: EventFor<'model.ended'>): number {
  const { at, kind } = state.cells
  const quarter = quarterOf(event.at)
  const wanted = findKind(state.kinds, kindOf(event, state.types))
  for (let index = at.length - 1; index >= 0 && at[index] === quarter; index -= 1) {
    if (kind[index] === wanted) return index
  }
  kind.push(wanted)
  return at.push(quarter) - 1
}

function findKind(kinds: SpentKind[], wanted: SpentKind): number {
  const known = kinds.findIndex((kind) => isSame(kind, wanted))
  return known < 0 ? kinds.push(wanted) - 1 : known
}

function isSame(one: SpentKind, other: SpentKind): boolean {
  return (
    one.type === other.type &&
    one.model === other.model &&
    one.provider === other.provider &&
    one.tools.length === other.tools.length &&
    one.tools.every((tool, index) => tool === other.tools[index])
  )
}

function nothingSpent(): Spent {
  const cells: SpentCells = {
    at: [],
    kind: [],
    calls: [],
    inputTokens: [],
    outputTokens: [],
    cacheReadTokens: [],
    cacheWriteTokens: [],
    reasoningTokens: [],
    costUsd: [],
    savedUsd: [],
    unpricedCalls: [],
  }
  return { kinds: [], cells }
}

const columns = ['at', 'kind', ...totalNames] as const

function copyCells(cells: SpentCells): SpentCells {
  const copy = nothingSpent().cells
  for (const name of columns) copy[name] = [...cells[name]]
  return copy
}

/** What makes a call like others; `types` are those of the agents so far. */
export function kindOf(
  { agentId, data }: EventFor<'model.ended'>,
  types: SpentState['types'],
): SpentKind {
  const { provider, model, tools = [] } = data
  const type = (agentId && types[agentId]) ?? 'lead'
  return { type, provider, model, tools: tools.toSorted() }
}

/** The same object for the same kind of calls, whichever session they are of: reports look kinds up by it. */
export class SharedKinds {
  readonly #kinds = new Map<string, SpentKind>()

  share(kind: SpentKind): SpentKind {
    const key = [kind.type, kind.provider, kind.model, ...kind.tools].join('\n')
    const known = this.#kinds.get(key)
    if (known) return known
    this.#kinds.set(key, kind)
    return kind
  }
}
