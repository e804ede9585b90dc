import { MessageSquare } from 'lucide-react'
import { type RefObject, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { StatusState } from '#shared/projections/status.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { LEAD_THREAD, type TranscriptState } from '#shared/projections/transcript.ts'
import { useIsWhole, useSelection, useSessionView } from '../../session/session-context.tsx'
import { sameItems, useIsRunning, useProjection } from '../../session/use-projection.ts'
import { TailList, type TailListHandle } from '../../ui/lists/tail-list.tsx'
import { Empty, Loading } from '../../ui/loading/notice.tsx'
import { findRow } from './model/row-events.ts'
import {
  itemsOf,
  openApprovals,
  type Row,
  toRows,
  unfinishedCalls,
  type WaitsFor,
} from './model/transcript-rows.ts'
import { loadCards, RowView } from './rows/row-view.tsx'

const ABOVE_PX = 15
const AGENT_PX = 41
const TEXT_PX = 30
const CHARACTER_PX = 0.34

const ESTIMATES: Readonly<Record<Exclude<Row['type'], 'text' | 'agents'>, number>> = {
  input: 50,
  reasoning: 28,
  call: 28,
  work: 28,
  plan: 24,
  approval: 235,
  unfinished: 235,
  limit: 160,
  failure: 60,
  compaction: 28,
  'missing-servers': 28,
  end: 60,
  fork: 64,
  rewind: 28,
  review: 28,
  working: 28,
}

/** One agent's thread. It follows its end as long as that is in sight. */
export function Thread({ agentId }: { readonly agentId: SpanId | undefined }) {
  const rows = useRows(agentId)
  const list = useRef<TailListHandle>(null)
  const foundId = useFound(rows, list)
  useCardsAhead(rows.length > 0)
  if (rows.length === 0) return <NothingYet agentId={agentId} />
  return (
    <TailList
      ref={list}
      rows={rows}
      estimate={estimate}
      draw={(row, before) => <RowView row={row} before={before} isFound={row.id === foundId} />}
    />
  )
}

function useCardsAhead(isNeeded: boolean): void {
  useEffect(() => {
    // What can't be had is asked for again by whoever draws it.
    if (isNeeded) void loadCards().catch(() => undefined)
  }, [isNeeded])
}

/** Less is drawn in vain, and less has to be drawn again, the nearer this comes. */
function estimate(row: Row): number {
  if (row.type === 'text') return TEXT_PX + row.item.text.length * CHARACTER_PX
  if (row.type !== 'agents') return ESTIMATES[row.type]
  const agents = row.items.reduce((sum, { agents: own = [] }) => sum + Math.max(1, own.length), 0)
  return ABOVE_PX + agents * AGENT_PX
}

/** The row that is pointed at; it is shown whenever it is pointed at. */
function useFound(
  rows: readonly Row[],
  list: RefObject<TailListHandle | null>,
): string | undefined {
  const { found } = useSelection()
  const foundId = found ? rows[findRow(rows, found)]?.id : undefined
  // biome-ignore lint/correctness/useExhaustiveDependencies: what is found again is shown again.
  useLayoutEffect(() => {
    if (foundId !== undefined) list.current?.reveal(foundId)
  }, [found, foundId, list])
  return foundId
}

function useRows(agentId: SpanId | undefined): readonly Row[] {
  const view = useSessionView()
  const thread = agentId ?? LEAD_THREAD
  const items = useProjection(
    view,
    'transcript',
    (state: TranscriptState) => itemsOf(state, thread),
    sameItems,
  )
  const open = useProjection(view, 'approvals', openApprovals, sameItems)
  const cutOff = useProjection(view, 'calls', unfinishedCalls, sameItems)
  const wait = useProjection(view, 'status', selectWait)
  const isRunning = useIsRunning(view)
  const isAgentOn = useProjection(view, 'transcript', (state: TranscriptState) =>
    agentId ? isOn(state, agentId) : true,
  )
  const isWorking = isRunning && isAgentOn
  const waitsFor = useWaitsFor(agentId)
  return useMemo(() => {
    const isOwn = (one: { readonly agentId: SpanId }) => !agentId || one.agentId === agentId
    const [approvals, unfinished] = [open.filter(isOwn), cutOff.filter(isOwn)]
    return toRows({ items, approvals, unfinished, wait, isWorking, waitsFor })
  }, [items, open, cutOff, wait, isWorking, waitsFor, agentId])
}

/** An agent at work that asks no model waits for the others, if any are at work. */
function useWaitsFor(agentId: SpanId | undefined): WaitsFor {
  const view = useSessionView()
  const isAsking = useProjection(view, 'transcript', ({ asked, leadId }: TranscriptState) =>
    Object.values(asked).some((one) => one.agentId === (agentId ?? leadId)),
  )
  const hasOthers = useProjection(view, 'timeline', ({ lanes }: TimelineState) =>
    Object.values(lanes).some((lane) => lane.depth > 0 && lane.agentId !== agentId && isBusy(lane)),
  )
  const isQueued = useProjection(view, 'status', selectQueued)
  if (isQueued) return 'place'
  return !isAsking && hasOthers ? 'agents' : 'model'
}

function isBusy({ rest }: Lane): boolean {
  return !rest || rest.reason === 'queued'
}

function isOn(state: TranscriptState, agentId: SpanId): boolean {
  const agent = state.agents[agentId]
  return agent !== undefined && agent.endedAt === undefined
}

function NothingYet({ agentId }: { readonly agentId: SpanId | undefined }) {
  const isWhole = useIsWhole()
  const isQueued = useProjection(
    useSessionView(),
    'timeline',
    ({ lanes }: TimelineState) =>
      agentId !== undefined && lanes[agentId]?.rest?.reason === 'queued',
  )
  if (!isWhole) return <Loading label="Loading what was said" />
  return <Empty icon={<MessageSquare aria-hidden="true" />}>{nothingYet(agentId, isQueued)}</Empty>
}

function nothingYet(agentId: SpanId | undefined, isQueued: boolean): string {
  if (isQueued) return 'It begins as soon as another agent has ended.'
  if (agentId) return 'This subagent has not begun at this point.'
  return 'What you ask for and what is done about it appears here. Say below what to do.'
}
const selectWait = (state: StatusState) => state.wait
const selectQueued = (state: StatusState) => state.isQueued === true
