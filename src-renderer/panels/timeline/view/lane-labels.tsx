import { ChevronDown, ChevronRight, Hourglass, Moon } from 'lucide-react'
import { memo, type RefObject, useSyncExternalStore } from 'react'
import type { SpanId } from '#shared/lib/ids.ts'
import type { Lane } from '#shared/projections/lanes.ts'
import type { TimelineState } from '#shared/projections/timeline.ts'
import { hueOfType } from '../../../session/agents/agent-colors.ts'
import { nameOf, tellLane } from '../../../session/agents/format-agent.ts'
import { useLiveView, useSessionView } from '../../../session/session-context.tsx'
import { sameFields, sameItems, useProjection } from '../../../session/use-projection.ts'
import { IconButton } from '../../../ui/buttons/icon-button.tsx'
import { formatCost } from '../../../ui/text/format.ts'
import { type LaneRow, listRows } from '../model/lane-layout.ts'
import type { Stage } from '../model/timeline-stage.ts'
import styles from './lane-labels.module.css'

const selectLanes = (state: TimelineState) => ({ ...state.lanes })
const selectOrder = (state: TimelineState) => [...state.laneOrder]

interface LaneLabelsProps {
  readonly stage: Stage
  /** The element that is scrolled with the lanes. */
  readonly place: RefObject<HTMLDivElement | null>
  readonly collapsed: ReadonlySet<SpanId>
  /** Lanes that are left out. */
  readonly hidden: ReadonlySet<SpanId>
  readonly onToggle: (agentId: SpanId) => void
}

/** The lanes' names and what each has cost at the playhead. */
export function LaneLabels({ stage, place, collapsed, hidden, onToggle }: LaneLabelsProps) {
  const live = useLiveView()
  const lanes = useProjection(live, 'timeline', selectLanes, sameFields)
  const laneOrder = useProjection(live, 'timeline', selectOrder, sameItems)
  const lanesThen = useProjection(useSessionView(), 'timeline', selectLanes, sameFields)
  const rows = listRows({ laneOrder, lanes }, collapsed, hidden)
  const { from, to } = useSyncExternalStore(stage.subscribeToRows, stage.rowsInSight)
  return (
    <div ref={place} className={styles.labels}>
      <div
        className={styles.all}
        style={{ '--rows': rows.length, '--rows-above': Math.max(0, from - 1) }}
      >
        {[...rows.slice(0, 1), ...rows.slice(Math.max(1, from), to)].map((row) => (
          <LaneLabel
            key={row.lane.agentId}
            lane={row.lane}
            hasChildren={row.hasChildren}
            isCollapsed={row.isCollapsed}
            then={lanesThen[row.lane.agentId]}
            hue={hueOfType(row.lane.type)}
            onToggle={onToggle}
          />
        ))}
      </div>
    </div>
  )
}

interface LaneLabelProps extends Omit<LaneRow, 'guides'> {
  /** The lane at the playhead; absent where it had not begun. */
  readonly then: Lane | undefined
  readonly hue: string
  readonly onToggle: (agentId: SpanId) => void
}

/** Most lanes are as they were wherever the playhead goes. */
const LaneLabel = memo(DrawnLabel)

function DrawnLabel({ lane, hasChildren, isCollapsed, then, hue, onToggle }: LaneLabelProps) {
  return (
    <div
      className={then ? styles.label : styles.ahead}
      style={{ '--depth': lane.depth, '--hue': hue }}
      title={titleOf(lane, then)}
    >
      <span className={styles.hue} />
      <span className={styles.name}>{nameOf(lane)}</span>
      {lane.teammate && <span className={styles.type}>{lane.type}</span>}
      {then && <RestIcon lane={then} />}
      {hasChildren && (
        <IconButton
          label={`${isCollapsed ? 'Show' : 'Hide'} the subagents of ${nameOf(lane)}`}
          isSmall
          className={styles.toggle}
          aria-expanded={!isCollapsed}
          onClick={() => onToggle(lane.agentId)}
        >
          {isCollapsed ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
        </IconButton>
      )}
      <span className={styles.cost}>{then ? costOf(then) : ''}</span>
    </div>
  )
}

/** At the playhead. */
function RestIcon({ lane: { rest } }: { readonly lane: Lane }) {
  if (!rest || rest.reason === 'over') return null
  const Icon = rest.reason === 'asleep' ? Moon : Hourglass
  return <Icon className={styles.rest} size={11} aria-hidden />
}

/** `ada (explore), asleep: Find the pages`. */
function titleOf(lane: Lane, then: Lane | undefined): string {
  const { teammate, type, description } = lane
  const name = teammate ? `${teammate} (${type})` : type
  return `${name}, ${then ? tellLane(then) : 'has not begun'}: ${description}`
}

function costOf({ costUsd, unpricedCalls, tokens }: Lane): string {
  return tokens > 0 || unpricedCalls > 0 ? formatCost(costUsd, unpricedCalls) : ''
}
