import { LEAD_TYPE } from '#shared/events/agent.ts'
import { lastBefore } from '#shared/lib/binary-search.ts'
import type { SpanId } from '#shared/lib/ids.ts'
import { type Lane, workedMs } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { nameOf, tellLane } from '../../../session/agents/format-agent.ts'
import {
  formatCost,
  formatDuration,
  formatElapsed,
  formatTokens,
  formatUsd,
} from '../../../ui/text/format.ts'
import { asOf } from './scene.ts'
import type { SpanIndex } from './span-index.ts'

/** A line of the timeline in words: an agent, or something it did. */
export type TreeRow =
  | {
      readonly type: 'lane'
      readonly id: SpanId
      /** From 1. */
      readonly level: number
      readonly lane: Lane
      readonly isOpen: boolean
    }
  | { readonly type: 'span'; readonly id: string; readonly level: number; readonly span: Span }

export interface TreeSources {
  /** At the playhead. */
  readonly lanes: Pick<TimelineState, 'lanes' | 'laneOrder'>
  readonly index: Pick<SpanIndex, 'spansOf'>
  /** The playhead: what began later is not there. */
  readonly seq: number
  readonly isOpen: (lane: Lane) => boolean
  /** What a filter leaves out. */
  readonly isHidden: (lane: Lane) => boolean
  readonly isMatch: (span: Span) => boolean
}

/** The lines that are open, from the top: under each agent what it did and whom it had, as they began. */
export function listTreeRows(sources: TreeSources): readonly TreeRow[] {
  const { lanes, laneOrder } = sources.lanes
  const children = new Map<SpanId | undefined, Lane[]>()
  for (const id of laneOrder) {
    const lane = lanes[id]
    if (!lane || sources.isHidden(lane)) continue
    const siblings = children.get(lane.parentAgentId) ?? []
    children.set(lane.parentAgentId, [...siblings, lane])
  }
  const rows: TreeRow[] = []
  const list = (lane: Lane, level: number) => {
    const isOpen = sources.isOpen(lane)
    rows.push({ type: 'lane', id: lane.agentId, level, lane, isOpen })
    if (!isOpen) return
    const below = [...(children.get(lane.agentId) ?? [])].sort((a, b) => a.startedAt - b.startedAt)
    for (const span of spansIn(sources, lane)) {
      for (let next = below[0]; next && next.startedAt < span.startedAt; next = below[0]) {
        list(next, level + 1)
        below.shift()
      }
      rows.push({ type: 'span', id: span.id, level: level + 1, span })
    }
    for (const next of below) list(next, level + 1)
  }
  for (const lane of children.get(undefined) ?? []) list(lane, 1)
  return rows
}

function spansIn({ index, seq, isMatch }: TreeSources, { agentId }: Lane): readonly Span[] {
  const spans = index.spansOf(agentId)
  const begun = spans.slice(0, lastBefore(spans, (span) => span.seq <= seq) + 1)
  return begun.filter(isMatch).map((span) => asOf(span, seq))
}

/** Where a key leads to, or what it opens or closes. */
type TreeAct =
  | { readonly type: 'move'; readonly index: number }
  | { readonly type: 'turn'; readonly isOpen: boolean }
  | { readonly type: 'choose' }

const PAGE = 10

/** As trees have it: right opens or goes in, left closes or goes out. */
export function actOnTreeKey(
  key: string,
  rows: readonly TreeRow[],
  active: number,
): TreeAct | undefined {
  const last = rows.length - 1
  const moveTo = (index: number): TreeAct => ({
    type: 'move',
    index: Math.max(0, Math.min(last, index)),
  })
  switch (key) {
    case 'ArrowDown':
      return moveTo(active + 1)
    case 'ArrowUp':
      return moveTo(active - 1)
    case 'PageDown':
      return moveTo(active + PAGE)
    case 'PageUp':
      return moveTo(active - PAGE)
    case 'Home':
      return moveTo(0)
    case 'End':
      return moveTo(last)
    case 'ArrowRight':
      return goIn(rows[active]) ?? moveTo(active + 1)
    case 'ArrowLeft':
      return goOut(rows[active]) ?? moveTo(parentOf(rows, active))
    case 'Enter':
      return { type: 'choose' }
    default:
      return undefined
  }
}

function goIn(row: TreeRow | undefined): TreeAct | undefined {
  return row?.type === 'lane' && !row.isOpen ? { type: 'turn', isOpen: true } : undefined
}

function goOut(row: TreeRow | undefined): TreeAct | undefined {
  return row?.type === 'lane' && row.isOpen ? { type: 'turn', isOpen: false } : undefined
}

function parentOf(rows: readonly TreeRow[], active: number): number {
  const level = rows[active]?.level ?? 1
  const above = rows.slice(0, active).findLastIndex((row) => row.level < level)
  return above < 0 ? active : above
}

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
