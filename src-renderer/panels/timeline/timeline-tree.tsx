import { type KeyboardEvent, useRef, useState } from 'react'
import type { SpanId } from '#shared/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { Span } from '#shared/projections/spans.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { nameOf, tellLane } from '../../client/lane-words.ts'
import { useSelection, useSessionView } from '../../client/session-context.tsx'
import { sameItems, useProjection } from '../../client/use-projection.ts'
import { formatCost, formatDuration, formatLength, formatNumber } from '../../ui/format.ts'
import styles from './timeline-tree.module.css'

const selectLanes = (state: TimelineState) => state.laneOrder.flatMap((id) => state.lanes[id] ?? [])

/** How many of a lane's spans are listed at once; the latest. */
const LISTED = 300

/** The timeline in words at the playhead: lanes, and the spans of the lane that is opened. */
export function TimelineTree() {
  const lanes = useProjection(useSessionView(), 'timeline', selectLanes, sameItems)
  const [openId, setOpenId] = useState<SpanId | undefined>(undefined)
  const tree = useRef<HTMLDivElement>(null)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      moveFocus(tree.current, event.key === 'ArrowDown' ? 1 : -1)
    } else return
    event.preventDefault()
    event.stopPropagation()
  }
  if (lanes.length === 0) return null
  return (
    <div
      ref={tree}
      role="tree"
      aria-label="Agents and their work"
      className={styles.tree}
      onKeyDown={onKeyDown}
    >
      {lanes.map((lane, index) => (
        <LaneItem
          key={lane.agentId}
          lane={lane}
          isFirst={index === 0}
          isOpen={lane.agentId === openId}
          onOpen={setOpenId}
        />
      ))}
    </div>
  )
}

function moveFocus(tree: HTMLElement | null, by: number): void {
  const items = [...(tree?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
  const index = items.findIndex((item) => item.matches(':focus'))
  items[Math.min(items.length - 1, Math.max(0, index + by))]?.focus()
}

interface LaneItemProps {
  readonly lane: Lane
  readonly isFirst: boolean
  readonly isOpen: boolean
  readonly onOpen: (agentId: SpanId | undefined) => void
}

function LaneItem({ lane, isFirst, isOpen, onOpen }: LaneItemProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== event.currentTarget) return
    if (event.key === 'Enter') onOpen(isOpen ? undefined : lane.agentId)
    else if (event.key === 'ArrowRight') onOpen(lane.agentId)
    else if (event.key === 'ArrowLeft') onOpen(undefined)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <div
      role="treeitem"
      aria-level={lane.depth + 1}
      aria-expanded={isOpen}
      aria-selected={false}
      tabIndex={isFirst ? 0 : -1}
      onKeyDown={onKeyDown}
    >
      <div className={styles.item}>
        {nameOf(lane)} <span className={styles.facts}>{laneFacts(lane)}</span>
      </div>
      {isOpen && <SpanItems lane={lane} />}
    </div>
  )
}

function laneFacts(lane: Lane): string {
  const { teammate, type, description, costUsd, unpricedCalls } = lane
  const facts = [description, tellLane(lane), formatCost(costUsd, unpricedCalls)]
  return (teammate ? [type, ...facts] : facts).join(' · ')
}

function SpanItems({ lane }: { readonly lane: Lane }) {
  const select = (state: TimelineState) =>
    state.order.flatMap((id) => {
      const span = state.spans[id]
      return span?.agentId === lane.agentId ? span : []
    })
  const spans = useProjection(useSessionView(), 'timeline', select, sameItems)
  const listed = spans.slice(-LISTED)
  return (
    // biome-ignore lint/a11y/useSemanticElements: a group of a tree, not of a form.
    <div role="group">
      {listed.length < spans.length && (
        <div role="none" className={styles.facts}>
          {formatNumber(spans.length - listed.length, 'earlier call')}
        </div>
      )}
      {listed.map((span) => (
        <SpanItem key={span.id} span={span} level={lane.depth + 2} />
      ))}
    </div>
  )
}

function SpanItem({ span, level }: { readonly span: Span; readonly level: number }) {
  const { spanId, select } = useSelection()
  const choose = () => select({ spanId: span.id })
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter') return
    event.preventDefault()
    event.stopPropagation()
    choose()
  }
  return (
    <div
      role="treeitem"
      aria-level={level}
      aria-selected={span.id === spanId}
      tabIndex={-1}
      onKeyDown={onKeyDown}
      onClick={choose}
    >
      <div className={styles.item}>
        {span.title} <span className={styles.facts}>{spanFacts(span)}</span>
      </div>
    </div>
  )
}

const typeWords = { model: 'model call', tool: 'tool call', wait: 'waited for you' } as const

function spanFacts(span: Span): string {
  const { type, startedAt, endedAt, outcome } = span
  if (type === 'wait' && endedAt === undefined) return 'waits for you'
  const what = typeWords[type]
  if (endedAt === undefined) return `${what}, under way`
  const facts = [what, formatDuration(endedAt - startedAt)]
  if (outcome && outcome !== 'ok') facts.push(outcome)
  if (type === 'model' && span.retryInMs !== undefined) {
    facts.push(`tried again after ${formatLength(span.retryInMs)}`)
  }
  return facts.join(', ')
}
