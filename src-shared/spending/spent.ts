import type { EventFor } from '../events/index.ts'
import type { RunId } from '../ids.ts'
import { defineProjection } from '../projections/define.ts'
import { addTotals, noTotals, type Totals, totalsOf } from '../projections/totals.ts'

/** How finely times are told apart, in milliseconds: every time zone is off by whole ones of it. */
export const QUARTER_MS = 15 * 60_000

/** What like model calls of a session came to within a quarter of an hour. */
export interface SpentCell {
  /** When the quarter begins, in milliseconds since the epoch. */
  readonly at: number
  /** The subagent type that called; the lead is `lead`. */
  readonly type: string
  readonly provider: string
  readonly model: string
  /** What each call asked for, by name, as often as it did. None: it answered, or failed. */
  readonly tools: readonly string[]
  readonly totals: Totals
}

export interface SpentByRun {
  /** Of its first model call, in milliseconds since the epoch. */
  readonly at: number
  readonly costUsd: number
}

/** What a session spent, told apart as far as any view over many of them asks. */
export interface SpentState {
  cells: Record<string, SpentCell>
  byRun: Record<RunId, SpentByRun>
  /** Subagent types, by agent. */
  types: Record<string, string>
}

export const spent = defineProjection<SpentState>({
  init: () => ({ cells: {}, byRun: {}, types: {} }),
  copy: ({ cells, byRun, types }) => ({
    cells: { ...cells },
    byRun: { ...byRun },
    types: { ...types },
  }),
  on: {
    'agent.started': (state, { agentId, data }) => {
      if (agentId) state.types[agentId] = data.type
    },
    // What was inherited is the other session's.
    'session.forked': (state) => {
      state.cells = {}
      state.byRun = {}
    },
    'model.ended': (state, event) => {
      addToCell(state.cells, cellOf(event, state.types))
      const { runId, at, data } = event
      if (!runId) return
      const before = state.byRun[runId] ?? { at, costUsd: 0 }
      state.byRun[runId] = { at: before.at, costUsd: before.costUsd + (data.costUsd ?? 0) }
    },
  },
})

type Ended = EventFor<'model.ended'>

/** The cell a model call alone makes. */
export function cellOf({ at, agentId, data }: Ended, types: SpentState['types']): SpentCell {
  const { provider, model, tools = [] } = data
  return {
    at: Math.floor(at / QUARTER_MS) * QUARTER_MS,
    type: (agentId && types[agentId]) ?? 'lead',
    ...{ provider, model },
    tools: tools.toSorted(),
    totals: totalsOf(data),
  }
}

function addToCell(cells: SpentState['cells'], cell: SpentCell): void {
  const { at, type, provider, model, tools } = cell
  const key = JSON.stringify([at, type, provider, model, tools])
  cells[key] = { ...cell, totals: addTotals(cells[key]?.totals ?? noTotals, cell.totals) }
}
