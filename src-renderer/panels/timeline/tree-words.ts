import { LEAD_TYPE } from '#shared/events/agent.ts'
import { type Lane, workedMs } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import { nameOf, tellLane } from '../../client/lane-words.ts'
import {
  formatCost,
  formatDuration,
  formatElapsed,
  formatTokens,
  formatUsd,
} from '../../ui/format.ts'
import type { TreeRow } from './tree-rows.ts'

/** What stands in the columns; an empty text where there is nothing to say. */
export interface TreeCells {
  readonly name: string
  readonly kind: string
  readonly start: string
  readonly duration: string
  readonly tokens: string
  readonly cost: string
  readonly outcome: string
}

export interface Measured {
  /** What elapsed time is counted from. */
  readonly origin: number
  /** The moment that what is still under way has reached. */
  readonly now: number
}

export function cellsOf(row: TreeRow, measured: Measured): TreeCells {
  return row.type === 'lane' ? laneCells(row, measured) : spanCells(row.span, measured)
}

function laneCells(
  { lane }: Extract<TreeRow, { type: 'lane' }>,
  { origin, now }: Measured,
): TreeCells {
  const { description, startedAt, tokens, costUsd, unpricedCalls } = lane
  const hasSpent = tokens > 0 || unpricedCalls > 0
  return {
    name: description ? `${nameOf(lane)}: ${description}` : nameOf(lane),
    kind: kindOfLane(lane),
    start: formatElapsed(Math.max(0, startedAt - origin)),
    duration: formatDuration(workedMs(lane, now)),
    tokens: tokens > 0 ? formatTokens(tokens) : '',
    cost: hasSpent ? formatCost(costUsd, unpricedCalls) : '',
    outcome: tellLane(lane),
  }
}

function kindOfLane({ type, depth }: Lane): string {
  if (type === LEAD_TYPE) return 'lead'
  // Whoever conducts a review that a person asked for was spawned by nobody.
  return depth === 0 ? type : 'subagent'
}

const effects = { read: 'reads', edit: 'edits', execute: 'runs', fetch: 'fetches' } as const

function kindOf(span: Span): string {
  if (span.type === 'wait') return 'waits for you'
  if (span.type === 'tool') return span.subagentId ? 'delegates' : effects[span.effect]
  if (span.isEmbedding) return 'embeds'
  return span.attempt > 1 ? `model, attempt ${span.attempt}` : 'model'
}

function spanCells(span: Span, { origin, now }: Measured): TreeCells {
  const { title, startedAt, endedAt, outcome } = span
  const isModel = span.type === 'model'
  return {
    name: title,
    kind: kindOf(span),
    start: formatElapsed(Math.max(0, startedAt - origin)),
    duration: formatDuration((endedAt ?? Math.max(now, startedAt)) - startedAt),
    tokens: isModel && span.tokens !== undefined ? formatTokens(span.tokens) : '',
    cost: isModel && span.costUsd !== undefined ? formatUsd(span.costUsd) : '',
    outcome: outcome ?? (span.type === 'wait' ? 'open' : 'under way'),
  }
}
